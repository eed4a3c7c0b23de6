import { TOTP, URI } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { type Browser, emailOf, openBrowser, PASSWORD, signIn, signInAs } from '../support/browser.ts';

const service = await app();
afterAll(() => service.close());

const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];
/** The code that an authenticator app shows now, or so many half minutes earlier or later. */
const codeOf = (app: TOTP, periods = 0) =>
  app.generate({ timestamp: service.clock.now().getTime() + periods * 30_000 });
const trySignIn = (email: string, code?: string, password = PASSWORD) =>
  openBrowser(service).call('signIn', { body: { email, password, ...(code === undefined ? {} : { code }) } });

async function begin(person: Browser) {
  const { data } = await person.call('beginTwoFactor', { body: { password: PASSWORD } });
  const app = URI.parse(data.otpauth_url);
  if (!(app instanceof TOTP)) throw new Error('the address is not one of an authenticator app');
  return { ...data, app };
}

/** A signed-in person with two-factor authentication, half a minute after they confirmed it. */
async function protect() {
  const person = await signInAs(service, 'editor');
  const email = await emailOf(person);
  const { app, secret } = await begin(person);
  const confirmed = await person.call('confirmTwoFactor', { body: { code: codeOf(app) } });
  await service.clock.advance('30 seconds');
  return { person, email, app, secret, codes: confirmed.data.recovery_codes };
}

describe('two-factor authentication', () => {
  test('is set up with an address that authenticator apps read', async () => {
    const person = await signInAs(service, 'editor');
    const { secret, otpauth_url, app } = await begin(person);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect([app.issuer, app.label, app.period, app.digits, app.algorithm]).toEqual([
      'Belfry',
      await emailOf(person),
      30,
      6,
      'SHA1',
    ]);
    expect(otpauth_url).toContain(`secret=${secret}`);
  });

  test('is required once it was confirmed, not before', async () => {
    const person = await signInAs(service, 'editor');
    const email = await emailOf(person);
    const { app } = await begin(person);
    expect((await trySignIn(email)).status).toBe(201);
    const former = person.cookie();
    expect((await person.call('confirmTwoFactor', { body: { code: codeOf(app) } })).status).toBe(200);
    expect((await person.call('getSession', { headers: { cookie: former } })).status).toBe(401);
    expect((await person.call('getSession', {})).data.user.two_factor).toBe(true);
    expect(refusal(await trySignIn(email))).toEqual([401, 'code_required']);
    await service.clock.advance('30 seconds');
    expect((await trySignIn(email, codeOf(app))).status).toBe(201);
  });

  test('needs the password to begin, so that a stolen session locks no user out', async () => {
    const person = await signInAs(service, 'editor');
    const answer = await person.call('beginTwoFactor', { body: { password: 'guessed' } });
    expect([answer.status, answer.error.errors]).toEqual([
      422,
      { password: ['password is not your password.'] },
    ]);
  });

  test('is replaced by a new setup until it is confirmed, and not afterwards', async () => {
    const person = await signInAs(service, 'editor');
    const [first, second] = [await begin(person), await begin(person)];
    const withFirst = await person.call('confirmTwoFactor', { body: { code: codeOf(first.app) } });
    expect(refusal(withFirst)).toEqual([422, 'invalid']);
    expect((await person.call('confirmTwoFactor', { body: { code: codeOf(second.app) } })).status).toBe(200);
    const again = await person.call('beginTwoFactor', { body: { password: PASSWORD } });
    expect(refusal(again)).toEqual([409, 'two_factor_active']);
    const code = codeOf(second.app, 1);
    expect(refusal(await person.call('confirmTwoFactor', { body: { code } }))).toEqual([
      409,
      'two_factor_active',
    ]);
  });

  test('can be neither confirmed nor turned off if it was not begun', async () => {
    const person = await signInAs(service, 'editor');
    for (const name of ['confirmTwoFactor', 'endTwoFactor'] as const) {
      const answer = await person.call(name, { body: { code: '123456' } });
      expect(refusal(answer)).toEqual([409, 'two_factor_missing']);
    }
  });

  test('is turned off by a code, and no longer required', async () => {
    const { person, email, app } = await protect();
    const wrong = await person.call('endTwoFactor', { body: { code: '000000' } });
    expect(refusal(wrong)).toEqual([422, 'invalid']);
    const former = person.cookie();
    expect((await person.call('endTwoFactor', { body: { code: codeOf(app) } })).status).toBe(204);
    expect((await person.call('getSession', { headers: { cookie: former } })).status).toBe(401);
    expect((await trySignIn(email)).status).toBe(201);
    expect(await service.db.rows('select 1 from recovery_codes where user_id = $1', [person.userId])).toEqual(
      [],
    );
  });

  test('stores neither the seed nor a recovery code in plain text', async () => {
    const { person, secret, codes } = await protect();
    const row = await service.db.row<{ stored: string }>(
      `select concat((select string_agg(encode(sealed, 'escape'), '') from second_factors where user_id = $1),
         (select string_agg(encode(hash, 'escape'), '') from recovery_codes where user_id = $1),
         (select string_agg(e::text, '') from events e where user_id = $1)) as stored`,
      [person.userId],
    );
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(row?.stored).not.toContain(text);
  });

  test('has events', async () => {
    const { person, email, app, codes } = await protect();
    await trySignIn(email, codes[0]);
    await person.call('endTwoFactor', { body: { code: codeOf(app) } });
    const rows = await service.db.rows<{ kind: string }>(
      'select kind from events where user_id = $1 order by id',
      [person.userId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      'session.begun',
      'two_factor.begun',
      'recovery_code.used',
      'session.begun',
      'two_factor.ended',
    ]);
  });
});

describe('a code', () => {
  test('works once: not the one that confirmed, nor one that signed in, nor an earlier one', async () => {
    const person = await signInAs(service, 'editor');
    const email = await emailOf(person);
    const { app } = await begin(person);
    await person.call('confirmTwoFactor', { body: { code: codeOf(app) } });
    expect(refusal(await trySignIn(email, codeOf(app)))).toEqual([401, 'code_refused']);
    await service.clock.advance('30 seconds');
    const code = codeOf(app);
    expect((await trySignIn(email, code)).status).toBe(201);
    expect(refusal(await trySignIn(email, code))).toEqual([401, 'code_refused']);
    expect(refusal(await trySignIn(email, codeOf(app, -1)))).toEqual([401, 'code_refused']);
  });

  test('works once, even if it is sent eight times at the same moment', async () => {
    const { email, app } = await protect();
    const code = codeOf(app);
    const answers = await Promise.all(Array.from({ length: 8 }, () => trySignIn(email, code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('can be half a minute early or late, as clocks are, and no more', async () => {
    const { email, app } = await protect();
    await service.clock.advance('2 minutes');
    for (const periods of [-2, 2])
      expect(refusal(await trySignIn(email, codeOf(app, periods)))).toEqual([401, 'code_refused']);
    expect((await trySignIn(email, codeOf(app, -1))).status).toBe(201);
    expect((await trySignIn(email, codeOf(app, 1))).status).toBe(201);
  });

  test('is not checked before the password is right', async () => {
    const { email, app } = await protect();
    const code = codeOf(app);
    expect(refusal(await trySignIn(email, code, 'wrong'))).toEqual([401, 'sign_in_refused']);
    expect((await trySignIn(email, code)).status).toBe(201);
  });

  test('cannot be guessed: the right password gives no more than ten tries', async () => {
    const { email, app } = await protect();
    const statuses: number[] = [];
    for (const _ of Array.from({ length: 12 })) {
      // A try without a code in between gives no further guesses.
      await trySignIn(email);
      statuses.push((await trySignIn(email, '000000')).status);
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect((await trySignIn(email, codeOf(app))).status).toBe(429);
  });

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '000000 or 1=1', '-1'])(
    'that is invalid is refused: %j',
    async (code) => {
      const { email } = await protect();
      expect([401, 422]).toContain((await trySignIn(email, code)).status);
    },
  );
});

describe('recovery codes', () => {
  test('are ten, and each works once, in any spelling', async () => {
    const { email, codes } = await protect();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const [one = '', two = ''] = codes;
    expect((await trySignIn(email, one)).status).toBe(201);
    expect(refusal(await trySignIn(email, one))).toEqual([401, 'code_refused']);
    expect((await trySignIn(email, two.toUpperCase().replaceAll('-', ' '))).status).toBe(201);
  });

  test('work once, even if one is sent eight times at the same moment', async () => {
    const { email, codes } = await protect();
    const answers = await Promise.all(Array.from({ length: 8 }, () => trySignIn(email, codes[3])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('of another person are refused', async () => {
    const [mine, theirs] = [await protect(), await protect()];
    expect(refusal(await trySignIn(mine.email, theirs.codes[0]))).toEqual([401, 'code_refused']);
    expect((await trySignIn(theirs.email, theirs.codes[0])).status).toBe(201);
  });

  test('turn off two-factor authentication for a person who lost their app', async () => {
    const { person, email, codes } = await protect();
    expect((await person.call('endTwoFactor', { body: { code: codes[0] ?? '' } })).status).toBe(204);
    expect((await signIn(service, email)).userId).toBe(person.userId);
  });
});
