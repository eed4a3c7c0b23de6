import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Deviations } from '../support/authenticator.ts';
import { openBrowser, signInAs } from '../support/browser.ts';
import { findFreePort } from '../support/free-port.ts';
import { createPasskeys } from '../support/passkeys.ts';

const port = await findFreePort();
const service = await app({ port, publicUrl: `http://localhost:${port}` });
afterAll(() => service.close());
// All failures here count for one network address.
beforeEach(() => service.clock.advance('2 hours'));
const { beginAdding, addPasskey, equip, tryPasskey, openAuthenticator } = createPasskeys(service);

const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];
const unfit = [422, 'passkey_unfit'];
const refused = [401, 'passkey_refused'];
const PRESENT = 1;
const VERIFIED = 4;

const wrong: [string, Deviations][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['the same host on another port', { origin: 'http://localhost:1' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['a challenge of its own', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['no user verification', { flags: PRESENT }],
  ['no user presence', { flags: VERIFIED }],
  ['a page in a frame of another site', { crossOrigin: true }],
];

describe('a new passkey is refused', () => {
  test.each([...wrong, ['an assertion', { type: 'webauthn.get' }] as [string, Deviations]])(
    'with %s',
    async (_, otherwise) => {
      const person = await signInAs(service, 'editor');
      expect(refusal(await addPasskey(person, openAuthenticator(), otherwise))).toEqual(unfit);
      expect((await person.call('listPasskeys', {})).data).toEqual([]);
    },
  );

  test('without a challenge, and with one that was used', async () => {
    const person = await signInAs(service, 'editor');
    const response = openAuthenticator().create(await beginAdding(person));
    expect((await person.call('addPasskey', { body: { response } })).status).toBe(201);
    expect(refusal(await person.call('addPasskey', { body: { response } }))).toEqual(unfit);
  });

  test('with a challenge that a failure used up', async () => {
    const person = await signInAs(service, 'editor');
    const options = await beginAdding(person);
    const bad = openAuthenticator().create(options, { origin: 'https://evil.example' });
    expect(refusal(await person.call('addPasskey', { body: { response: bad } }))).toEqual(unfit);
    const good = openAuthenticator().create(options);
    expect(refusal(await person.call('addPasskey', { body: { response: good } }))).toEqual(unfit);
  });

  test('after five minutes', async () => {
    const person = await signInAs(service, 'editor');
    const response = openAuthenticator().create(await beginAdding(person));
    await service.clock.advance('5 minutes');
    expect(refusal(await person.call('addPasskey', { body: { response } }))).toEqual(unfit);
  });

  test('in another session than that of its challenge, even of the same person', async () => {
    const [one, two] = [await signInAs(service, 'editor'), await signInAs(service, 'editor')];
    const response = openAuthenticator().create(await beginAdding(one));
    expect(refusal(await two.call('addPasskey', { body: { response } }))).toEqual(unfit);
    await beginAdding(two);
    expect(refusal(await two.call('addPasskey', { body: { response } }))).toEqual(unfit);
    expect((await one.call('addPasskey', { body: { response } })).status).toBe(201);
  });

  test('if another person has the same credential, and stays theirs', async () => {
    const { authenticator, person } = await equip();
    const thief = await signInAs(service, 'editor');
    const { credentialId } = authenticator;
    expect(refusal(await addPasskey(thief, openAuthenticator(), { credentialId }))).toEqual([
      409,
      'passkey_known',
    ]);
    expect((await tryPasskey(authenticator)).data.user.id).toBe(person.userId);
  });

  test.each([
    [{}],
    [{ response: {} }],
    [{ response: { id: 'a', rawId: 'a', type: 'public-key', response: {} } }],
    [{ response: { id: 'a', rawId: 'a', type: 'password', response: {} } }],
    [
      {
        response: {
          id: '+/',
          rawId: '+/',
          type: 'public-key',
          response: { clientDataJSON: 'e30', attestationObject: 'oA' },
        },
      },
    ],
  ])('if it is malformed: %j', async (body) => {
    const person = await signInAs(service, 'editor');
    expect(refusal(await person.request('POST', '/api/v1/passkeys', { body }))).toEqual([422, 'invalid']);
  });

  test.each(['oA', '_____w', 'gICA', 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUA', 'A'.repeat(39_999)])(
    'if its attestation is garbage: %.20s',
    async (attestationObject) => {
      const person = await signInAs(service, 'editor');
      const response = { ...(openAuthenticator().create(await beginAdding(person)) as object) };
      const inner = { ...(response as { response: object }).response, attestationObject };
      const body = { response: { ...response, response: inner } };
      expect(refusal(await person.request('POST', '/api/v1/passkeys', { body }))).toEqual(unfit);
    },
  );
});

describe('a passkey is refused at sign-in', () => {
  const atSignIn: [string, Deviations][] = [
    ...wrong,
    ['a registration', { type: 'webauthn.create' }],
    ['no user handle', { userHandle: null }],
    ['an empty user handle of another shape', { userHandle: 'AAAA' }],
    ['another’s signature', { signature: Buffer.from('3006020101020101', 'hex') }],
    ['no signature at all', { signature: Buffer.of(0) }],
    ['an unknown credential', { credentialId: Buffer.alloc(32, 7) }],
  ];

  test.each(atSignIn)('with %s, always in the same words', async (_, otherwise) => {
    const { authenticator } = await equip();
    const browser = openBrowser(service);
    const answer = await tryPasskey(authenticator, otherwise, browser);
    expect([...refusal(answer), answer.error.message, answer.headers.getSetCookie()]).toEqual([
      ...refused,
      'This passkey was not accepted. Try again, or sign in another way.',
      [],
    ]);
    expect((await browser.call('getSession', {})).status).toBe(401);
    expect((await tryPasskey(authenticator)).status).toBe(201);
  });

  test('with the credential or the user handle of another person', async () => {
    const [mine, theirs] = [await equip(), await equip()];
    const { credentialId } = theirs.authenticator;
    expect(refusal(await tryPasskey(mine.authenticator, { credentialId }))).toEqual(refused);
    const row = await service.db.row<{ handle: Buffer }>(
      'select uuid_send(handle) as handle from users where id = $1',
      [theirs.person.userId],
    );
    const userHandle = row?.handle.toString('base64url') ?? '';
    for (const otherwise of [{ userHandle }, { userHandle, credentialId }])
      expect(refusal(await tryPasskey(mine.authenticator, otherwise))).toEqual(refused);
  });

  test('with an answer that was used, or in another browser', async () => {
    const { authenticator } = await equip();
    const [browser, other] = [openBrowser(service), openBrowser(service)];
    const options = (await browser.call('beginPasskeySignIn', {})).data;
    await other.call('beginPasskeySignIn', {});
    const body = { response: authenticator.get(options) };
    expect(refusal(await openBrowser(service).call('signInWithPasskey', { body }))).toEqual(refused);
    expect(refusal(await other.call('signInWithPasskey', { body }))).toEqual(refused);
    expect((await browser.call('signInWithPasskey', { body })).status).toBe(201);
    expect(refusal(await browser.call('signInWithPasskey', { body }))).toEqual(refused);
  });

  test('with an answer that is sent eight times at the same moment, except once', async () => {
    const { authenticator } = await equip();
    const browser = openBrowser(service);
    const options = (await browser.call('beginPasskeySignIn', {})).data;
    const body = { response: authenticator.get(options) };
    const headers = { cookie: browser.cookie() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => openBrowser(service).call('signInWithPasskey', { body, headers })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('with a challenge that a failure used up', async () => {
    const { authenticator } = await equip();
    const browser = openBrowser(service);
    const options = (await browser.call('beginPasskeySignIn', {})).data;
    const trial = (wrong: Deviations) =>
      browser.call('signInWithPasskey', { body: { response: authenticator.get(options, wrong) } });
    expect(refusal(await trial({ origin: 'https://evil.example' }))).toEqual(refused);
    expect(refusal(await trial({}))).toEqual(refused);
  });

  test('with the challenge of another browser, if the browser has one of its own', async () => {
    const { authenticator } = await equip();
    const [victim, thief] = [openBrowser(service), openBrowser(service)];
    const theirs = (await victim.call('beginPasskeySignIn', {})).data;
    await thief.call('beginPasskeySignIn', {});
    const { challenge } = theirs as { challenge: string };
    expect(refusal(await tryPasskey(authenticator, { challenge }, thief))).toEqual(refused);
    const body = { response: authenticator.get(theirs) };
    expect((await victim.call('signInWithPasskey', { body })).status).toBe(201);
  });

  test('with another person’s answer under one’s own credential: neither signature nor handle can be exchanged', async () => {
    const [mine, theirs] = [await equip(), await equip()];
    const browser = openBrowser(service);
    const options = (await browser.call('beginPasskeySignIn', {})).data;
    type Answered = { id: string; rawId: string; response: Record<string, string> };
    const [one, two] = [mine, theirs].map(({ authenticator }) => authenticator.get(options) as Answered);
    const response = { ...two, response: { ...two?.response, signature: one?.response['signature'] } };
    const answer = await browser.request('POST', '/api/v1/session/passkey', { body: { response } });
    expect(refusal(answer)).toEqual(refused);
  });

  test.each(['clientDataJSON', 'authenticatorData'])('if %s is altered after it was signed', async (part) => {
    const { authenticator } = await equip();
    const browser = openBrowser(service);
    const options = (await browser.call('beginPasskeySignIn', {})).data;
    const signed = authenticator.get(options) as { response: Record<string, string> };
    const bytes = Buffer.from(signed.response[part] ?? '', 'base64url');
    // Changes the counter of the data, or adds a space after the JSON, so the answer stays well formed.
    if (part === 'authenticatorData') bytes.writeUInt32BE(4_000_000_000, 33);
    const altered = part === 'authenticatorData' ? bytes : Buffer.concat([bytes, Buffer.from(' ')]);
    const response = { ...signed, response: { ...signed.response, [part]: altered.toString('base64url') } };
    const answer = await browser.request('POST', '/api/v1/session/passkey', { body: { response } });
    expect(refusal(answer)).toEqual(refused);
  });

  test.each([
    ['clientDataJSON', 'bnVsbA'],
    ['clientDataJSON', 'W10'],
    ['clientDataJSON', '_____w'],
    ['clientDataJSON', 'A'.repeat(3999)],
    ['authenticatorData', 'AAAA'],
    ['authenticatorData', '_'.repeat(3999)],
    ['signature', 'A'.repeat(7999)],
    ['userHandle', '_'.repeat(99)],
  ])('if its %s is garbage: %.20s', async (part, garbage) => {
    const { authenticator } = await equip();
    const browser = openBrowser(service);
    const options = (await browser.call('beginPasskeySignIn', {})).data;
    const signed = authenticator.get(options) as { response: Record<string, string> };
    const response = { ...signed, response: { ...signed.response, [part]: garbage } };
    const answer = await browser.request('POST', '/api/v1/session/passkey', { body: { response } });
    expect(refusal(answer)).toEqual(refused);
  });

  test('after five minutes', async () => {
    const { authenticator } = await equip();
    const browser = openBrowser(service);
    const options = (await browser.call('beginPasskeySignIn', {})).data;
    await service.clock.advance('5 minutes');
    const body = { response: authenticator.get(options) };
    expect(refusal(await browser.call('signInWithPasskey', { body }))).toEqual(refused);
  });

  test.each([0, 1, 6, 7])('if its counter goes from 7 to %i, like that of a copy', async (counter) => {
    const { authenticator } = await equip();
    expect((await tryPasskey(authenticator, { counter: 7 })).status).toBe(201);
    expect(refusal(await tryPasskey(authenticator, { counter }))).toEqual(refused);
    expect((await tryPasskey(authenticator, { counter: 8 })).status).toBe(201);
  });

  test('if it counted once and no longer counts', async () => {
    const { authenticator } = await equip();
    expect((await tryPasskey(authenticator)).status).toBe(201);
    expect(refusal(await tryPasskey(authenticator, { counter: 0 }))).toEqual(refused);
  });

  test('if a copy and the original have the same count at the same moment: one of them', async () => {
    const { authenticator } = await equip();
    const answers = await Promise.all([1, 2, 3].map(() => tryPasskey(authenticator, { counter: 40 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401, 401]);
  });

  test('if the signed challenge is one for adding a passkey', async () => {
    const { person, authenticator } = await equip();
    const options = await beginAdding(person);
    const body = { response: authenticator.get(options) };
    expect(refusal(await person.call('signInWithPasskey', { body }))).toEqual(refused);
  });

  test('after fifty failures from one network address', async () => {
    const { authenticator } = await equip();
    const statuses: number[] = [];
    for (const _ of Array.from({ length: 52 }))
      statuses.push((await tryPasskey(authenticator, { userHandle: 'AAAA' })).status);
    expect(statuses.indexOf(429)).toBe(50);
    expect((await tryPasskey(authenticator)).status).toBe(429);
  });
});

describe('the stored challenges', () => {
  test('of sign-ins are deleted when they expire', async () => {
    const { deleteExpiredSessions } = await import('../../src/accounts/sessions.ts');
    const person = await signInAs(service, 'editor');
    await beginAdding(person);
    await openBrowser(service).call('beginPasskeySignIn', {});
    await service.clock.advance('6 minutes');
    await deleteExpiredSessions(service.db);
    expect(await service.db.rows('select 1 from passkey_challenges')).toEqual([]);
  });
});
