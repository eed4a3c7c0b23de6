import { type TOTP, URI } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import {
  type Browser,
  emailOf,
  openBrowser,
  PASSWORD,
  signIn,
  signInAs,
  whoAmI,
} from '../support/browser.ts';
import { kindsOf } from '../support/events.ts';
import { findFreePort } from '../support/free-port.ts';
import { holdRows } from '../support/held.ts';
import { createPasskeys } from '../support/passkeys.ts';

const port = await findFreePort();
const service = await app({ port, publicUrl: `http://localhost:${port}` });
afterAll(() => service.close());
const { beginAdding, addPasskey, equip, tryPasskey, openAuthenticator } = createPasskeys(service);

const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];
const dropPassword = ({ userId }: Browser) =>
  service.db.rows("update users set password_hash = '' where id = $1", [userId]);

describe('a passkey', () => {
  test('signs its person in, without a password, an address or a code', async () => {
    const { person, authenticator } = await equip();
    const browser = openBrowser(service);
    const answer = await tryPasskey(authenticator, {}, browser);
    expect([answer.status, answer.data.user.id]).toEqual([201, person.userId]);
    expect((await whoAmI(browser)).data).toEqual(answer.data);
    expect(await kindsOf(service.db, person.userId)).toEqual([
      'session.begun',
      'passkey.added',
      'session.begun',
    ]);
  });

  test('is requested as discoverable, with user verification', async () => {
    const person = await signInAs(service, 'editor');
    const options = await beginAdding(person);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Belfry' },
      user: { name: (await whoAmI(person)).data.user.email },
      attestation: 'none',
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const asked = (await openBrowser(service).call('beginPasskeySignIn', {})).data;
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(asked).not.toHaveProperty('allowCredentials');
  });

  test('replaces both factors', async () => {
    const { person, authenticator } = await equip();
    await protect(person);
    expect((await tryPasskey(authenticator)).status).toBe(201);
  });

  test('signs in again and again, whether its authenticator counts or not', async () => {
    for (const counts of [true, false]) {
      const { authenticator } = await equip(counts);
      for (const _ of [1, 2, 3]) expect((await tryPasskey(authenticator)).status).toBe(201);
    }
  });

  test('ends the session of the browser that it signs in with, like any sign-in', async () => {
    const [{ authenticator }, other] = [await equip(), await signInAs(service, 'viewer')];
    const former = other.cookie();
    expect((await tryPasskey(authenticator, {}, other)).status).toBe(201);
    expect((await whoAmI(openBrowser(service), { cookie: former })).status).toBe(401);
  });

  test('is one of several, with names that can be changed', async () => {
    const { person, passkey } = await equip();
    const second = await addPasskey(person, openAuthenticator(), {}, 'Key ring');
    const params = { id: passkey.id };
    const renamed = await person.call('updatePasskey', { params, body: { name: 'Laptop “ß”' } });
    expect(renamed.data).toEqual({ ...passkey, name: 'Laptop “ß”' });
    const { data } = await person.call('listPasskeys', {});
    expect(data.map(({ name }) => name)).toEqual(['Key ring', 'Laptop “ß”']);
    expect(data[0]).toEqual(second.data);
  });

  test('shows when it was last used', async () => {
    const { person, authenticator } = await equip();
    expect((await person.call('listPasskeys', {})).data[0]?.last_used_at).toBeNull();
    await tryPasskey(authenticator);
    const now = await service.clock.in('0');
    expect((await person.call('listPasskeys', {})).data[0]?.last_used_at).toBe(now);
  });

  test('that was removed no longer signs in', async () => {
    const { person, authenticator, passkey } = await equip();
    const former = person.cookie();
    expect((await person.call('deletePasskey', { params: { id: passkey.id } })).status).toBe(204);
    expect(refusal(await tryPasskey(authenticator))).toEqual([401, 'passkey_refused']);
    expect([(await whoAmI(person)).status, (await whoAmI(person, { cookie: former })).status]).toEqual([
      200, 401,
    ]);
    expect(await kindsOf(service.db, person.userId)).toEqual([
      'session.begun',
      'passkey.added',
      'passkey.removed',
    ]);
  });

  test('of another person is answered like an unknown one', async () => {
    const [{ passkey }, other] = [await equip(), await signInAs(service, 'owner')];
    for (const id of [passkey.id, 999_999]) {
      const params = { id };
      expect(refusal(await other.call('deletePasskey', { params }))).toEqual([404, 'not_found']);
      const renamed = await other.call('updatePasskey', { params, body: { name: 'Mine' } });
      expect(refusal(renamed)).toEqual([404, 'not_found']);
    }
    expect((await other.call('listPasskeys', {})).data).toEqual([]);
  });

  test('is offered if browsers support it', async () => {
    await using unnamed = await app();
    const offered = async (at: typeof service) => (await openBrowser(at).call('listWaysIn', {})).data.passkey;
    expect([await offered(service), await offered(unnamed)]).toEqual([true, false]);
    const answer = await openBrowser(unnamed).call('beginPasskeySignIn', {});
    expect(refusal(answer)).toEqual([409, 'passkeys_unavailable']);
  });
});

/** Turns two-factor authentication on. */
async function protect(person: Browser): Promise<() => string> {
  const { data } = await person.call('beginTwoFactor', { body: { password: PASSWORD } });
  const totp = URI.parse(data.otpauth_url) as TOTP;
  const code = () => totp.generate({ timestamp: service.clock.now().getTime() });
  await person.call('confirmTwoFactor', { body: { code: code() } });
  await service.clock.advance('30 seconds');
  return code;
}

describe('adding a passkey', () => {
  test('gives the session a new cookie', async () => {
    const person = await signInAs(service, 'editor');
    const former = person.cookie();
    await addPasskey(person, openAuthenticator());
    expect([(await whoAmI(person)).status, (await whoAmI(person, { cookie: former })).status]).toEqual([
      200, 401,
    ]);
  });

  test.each([[{}], [{ password: 'guessed' }]])('needs the password, not %j', async (body) => {
    const person = await signInAs(service, 'editor');
    const answer = await person.call('beginPasskey', { body });
    expect([...refusal(answer), Object.keys(answer.error.errors ?? {})]).toEqual([
      422,
      'invalid',
      ['password'],
    ]);
  });

  test('also needs a code when two-factor authentication is on, since a passkey signs in without one', async () => {
    const person = await signInAs(service, 'editor');
    const code = await protect(person);
    const begin = async (more: object) =>
      person.call('beginPasskey', { body: { password: PASSWORD, ...more } });
    for (const more of [{}, { code: '000000' }]) {
      const answer = await begin(more);
      expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, ['code']]);
    }
    expect((await begin({ code: code() })).status).toBe(201);
  });

  test('needs a sign-in of the last ten minutes from a person without a password', async () => {
    const person = await signInAs(service, 'editor');
    await dropPassword(person);
    await service.clock.advance('9 minutes 59 seconds');
    expect((await person.call('beginPasskey', { body: {} })).status).toBe(201);
    await service.clock.advance('2 seconds');
    expect(refusal(await person.call('beginPasskey', { body: {} }))).toEqual([403, 'proof_required']);
  });

  test('is limited to twenty, even if some are added at once', async () => {
    const { person } = await equip();
    await service.db.rows(
      `insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
       select $1, 'P', uuid_send(gen_random_uuid()), '', 0, '{}' from generate_series(1, 18)`,
      [person.userId],
    );
    const response = openAuthenticator().create(await beginAdding(person));
    expect((await person.call('addPasskey', { body: { response } })).status).toBe(201);
    const answer = await person.call('beginPasskey', { body: { password: PASSWORD } });
    expect(refusal(answer)).toEqual([409, 'too_many_passkeys']);
  });
});

describe('the last way to sign in', () => {
  test('cannot be removed: a passkey of a person without a password', async () => {
    const { person, passkey } = await equip();
    await dropPassword(person);
    const answer = await person.call('deletePasskey', { params: { id: passkey.id } });
    expect([...refusal(answer), answer.error.message]).toEqual([
      409,
      'last_way_in',
      'This is your only way to sign in. Set a password or add another way first.',
    ]);
    expect((await whoAmI(person)).data.user.has_password).toBe(false);
  });

  test('cannot be removed, even if both of two are removed at once', async () => {
    const { person, passkey } = await equip();
    const other = await signIn(service, await emailOf(person));
    const second = await addPasskey(person, openAuthenticator());
    await dropPassword(person);
    const sql = 'select 1 from passkeys where user_id = $1 for update';
    const rows = await holdRows(service.db, sql, [person.userId]);
    const removals = [
      person.call('deletePasskey', { params: { id: passkey.id } }),
      other.call('deletePasskey', { params: { id: second.data.id } }),
    ];
    await rows.untilWaiting(2);
    await rows.release();
    const statuses = (await Promise.all(removals)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 409]);
    const left = await service.db.rows('select 1 from passkeys where user_id = $1', [person.userId]);
    expect(left).toHaveLength(1);
  });

  test('can be removed at the moment at which it signs in', async () => {
    const { person, authenticator, passkey } = await equip();
    const sql = 'select 1 from users where id = $1 for update';
    const rows = await holdRows(service.db, sql, [person.userId]);
    const removal = person.call('deletePasskey', { params: { id: passkey.id } });
    await rows.untilWaiting(1);
    const signingIn = tryPasskey(authenticator);
    await rows.untilWaiting(2);
    await rows.release();
    expect([(await signingIn).status, (await removal).status]).toEqual([201, 204]);
  });

  test('can get a first password beside it, after a fresh sign-in', async () => {
    const { person, authenticator, passkey } = await equip();
    await dropPassword(person);
    await service.clock.advance('11 minutes');
    const body = { password: 'a first one, long enough' };
    expect(refusal(await person.call('changePassword', { body }))).toEqual([403, 'proof_required']);
    await tryPasskey(authenticator, {}, person);
    expect((await person.call('changePassword', { body })).status).toBe(204);
    expect((await person.call('deletePasskey', { params: { id: passkey.id } })).status).toBe(204);
    const again = await person.call('changePassword', { body });
    expect([...refusal(again), again.error.errors]).toEqual([
      422,
      'invalid',
      { current: ['current is required.'] },
    ]);
  });
});
