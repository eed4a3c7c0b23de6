/** A person who guesses a password is blocked; the user is not. */
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { type Browser, givePassword, openBrowser, PASSWORD, signIn } from '../support/browser.ts';

// Tests state the client's address as a proxy does.
const service = await app({ trustedProxies: ['127.0.0.1/32'] });
afterAll(() => service.close());

const addressOf = async () => givePassword(service.db, (await service.as('editor')).userId);
const tryFrom = async (place: string, email: string, password: string, browser = openBrowser(service)) => {
  const headers = { 'x-forwarded-for': place };
  return (await browser.call('signIn', { body: { email, password }, headers })).status;
};
const guess = (place: string, email: string, browser?: Browser) => tryFrom(place, email, 'wrong', browser);
const stranger = (n: number) => `203.0.113.${n}`;
const home = '198.51.100.1';

let attacks = 0;

/** Ten guesses from each of ten new addresses. */
async function attack(email: string): Promise<void> {
  attacks += 1;
  for (let n = 1; n <= 10; n += 1) {
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => guess(`192.0.${attacks}.${n}`, email)),
    );
    expect(statuses).toEqual(Array(10).fill(401));
  }
}

/** A browser that has signed in and out before. */
async function knownTo(email: string): Promise<Browser> {
  const browser = await signIn(service, email);
  await browser.call('signOut', {});
  return browser;
}

describe('a person who guesses from one address', () => {
  test('is blocked there, and the user can sign in from everywhere else', async () => {
    const email = await addressOf();
    for (let n = 0; n < 10; n += 1) expect(await guess(stranger(1), email)).toBe(401);
    expect(await tryFrom(stranger(1), email, PASSWORD)).toBe(429);
    expect(await tryFrom(home, email, PASSWORD)).toBe(201);
  });

  test('gets no new tries when the user signs in elsewhere', async () => {
    const email = await addressOf();
    for (let n = 0; n < 10; n += 1) await guess(stranger(1), email);
    await tryFrom(home, email, PASSWORD);
    expect(await guess(stranger(1), email)).toBe(429);
  });
});

describe('a person who guesses from many addresses', () => {
  test('is blocked everywhere, and the user can sign in by a browser that they have used before', async () => {
    const email = await addressOf();
    const browser = await knownTo(email);
    await attack(email);
    expect(await guess(stranger(11), email)).toBe(429);
    expect(await tryFrom(home, email, PASSWORD)).toBe(429);
    expect(await tryFrom(home, email, PASSWORD, browser)).toBe(201);
    // The signed-in user can change the password.
    const body = { current: PASSWORD, password: 'a new one, and long' };
    expect((await browser.call('changePassword', { body })).status).toBe(204);
  });

  test('gets the same answers for an unknown e-mail address', async () => {
    const email = 'nobody-there@people.example';
    expect(await guess(stranger(11), email)).toBe(401);
    // As if 98 others had failed, each of which would cost a real password check.
    await service.db.rows(
      "update sign_in_attempts set failures = 99 where subject = sha256(convert_to($1, 'UTF8'))",
      [`email:${email}`],
    );
    expect(await guess(stranger(12), email)).toBe(401);
    expect(await guess(stranger(13), email)).toBe(429);
  });
});

describe('a known browser', () => {
  test('has ten tries like any other, at every address', async () => {
    const email = await addressOf();
    const browser = await knownTo(email);
    for (let n = 0; n < 10; n += 1) expect(await guess(stranger(n), email, browser)).toBe(401);
    expect(await tryFrom(home, email, PASSWORD, browser)).toBe(429);
    expect(await tryFrom(home, email, PASSWORD)).toBe(201);
  });

  test('is known for one user only, and cannot be forged', async () => {
    const [email, other] = [await addressOf(), await addressOf()];
    const browser = await knownTo(other);
    await attack(email);
    const [id, mac = ''] = (browser.cookies.get('belfry-device') ?? '').split('.');
    const forged = [`${id}.${mac}`, `${id}.${'A'.repeat(43)}`, `${'A'.repeat(22)}.${mac}`, `${id}.`, ''];
    for (const cookie of forged) {
      const visitor = openBrowser(service);
      visitor.cookies.set('belfry-device', cookie);
      expect([cookie, await tryFrom(home, email, PASSWORD, visitor)]).toEqual([cookie, 429]);
    }
  });

  test('stays known over sign-ins, in upper or lower case of the e-mail address', async () => {
    const email = await addressOf();
    const browser = await knownTo(email);
    const idOf = () => browser.cookies.get('belfry-device')?.split('.')[0];
    const former = idOf();
    expect(await tryFrom(home, email.toUpperCase(), PASSWORD, browser)).toBe(201);
    expect([former, idOf()]).toEqual([expect.any(String), former]);
  });
});
