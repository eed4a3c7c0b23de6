import { Client as PgClient } from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { app, type TestApp } from '../support/app.ts';
import { emailOf, givePassword, openBrowser, PASSWORD, signIn, signInAs } from '../support/browser.ts';
import { tokenOf } from '../support/mailbox.ts';

const verified = vi.hoisted(() => ({ hashes: [] as string[] }));
// Calls the real function, and records its arguments. Measured times would prove nothing.
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>();
  const verify: typeof real.verify = (hashed, password, ...rest) => {
    verified.hashes.push(String(hashed));
    return real.verify(hashed, password, ...rest);
  };
  return { ...real, verify };
});

const service = await app();
afterAll(() => service.close());

const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];
const trySignIn = (body: { email: string; password: string; code?: string }) =>
  openBrowser(service).call('signIn', { body });

/** Statements that the service sends while `work` runs, without their values. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(PgClient.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([asked]) => {
      const text = typeof asked === 'string' ? asked : (asked as { text: string }).text;
      return text.replaceAll(/\s+/g, ' ').trim();
    });
  } finally {
    query.mockRestore();
  }
}

describe('an unknown e-mail address', () => {
  test('costs the same work as a known one: the same statements, and one password check', async () => {
    // Not the user of the tests, whose hash is cheap, but one with the service's own hash.
    const person = await signInAs(service, 'viewer');
    const known = await emailOf(person);
    const password = 'as the service makes it';
    await person.call('changePassword', { body: { current: PASSWORD, password } });
    const work = async (address: string) => {
      verified.hashes = [];
      const statements = await statementsOf(() => trySignIn({ email: address, password: 'wrong' }));
      const costs = verified.hashes.map((hashed) => hashed.split('$').slice(1, 4).join('$'));
      return { statements, costs };
    };
    const unknown = await work('nobody-at-all@people.example');
    expect(unknown.costs).toEqual(['argon2id$v=19$m=19456,t=2,p=1']);
    expect(await work(known)).toEqual(unknown);
  });

  test('gets the same invitation: the link has the same answers, with the same work', async () => {
    const person = await signInAs(service, 'viewer');
    const known = await emailOf(person);
    const password = 'as the service makes it';
    await person.call('changePassword', { body: { current: PASSWORD, password } });
    const other = await service.inWorkspace();
    const tryLink = async (email: string) => {
      const { data } = await other.call('createInvitation', { body: { email, role: 'viewer' } });
      const token = tokenOf(data.link);
      const answers: unknown[] = [];
      for (const body of [
        { token },
        { token, password: 'not their password' },
        { token, password: 'not their password', code: '1' },
      ]) {
        verified.hashes = [];
        const from = openBrowser(service);
        const statements = await statementsOf(async () => {
          const { status, error } = await from.call('acceptInvitation', { body });
          answers.push([status, error.code, error.message, error.errors]);
        });
        answers.push(statements, verified.hashes.length);
      }
      return answers;
    };
    const unknown = await tryLink('nobody-yet@people.example');
    expect(unknown[3]).toEqual([
      401,
      'sign_in_refused',
      'The e-mail address or the password is wrong. Check both and try again.',
      undefined,
    ]);
    expect(await tryLink(known)).toEqual(unknown);
  });

  test('is blocked like a known one', async () => {
    await using fresh = await app();
    const known = await givePassword(fresh.db, fresh.userId);
    const answers = async (address: string) => {
      const answers: unknown[] = [];
      for (const _ of Array.from({ length: 12 })) {
        const body = { email: address, password: 'wrong' };
        const answer = await openBrowser(fresh).call('signIn', { body });
        answers.push([...refusal(answer), answer.error.message, answer.headers.get('retry-after')]);
      }
      return answers;
    };
    const unknown = await answers('nobody@people.example');
    expect(unknown.at(-1)).toEqual([
      429,
      'rate_limited',
      'Too many attempts to sign in. Try again in 60 s.',
      '60',
    ]);
    expect(await answers(known)).toEqual(unknown);
  });
});

/** Sets the failures of everyone who has failed so far. */
const failUpTo = (fresh: TestApp, failures: number) =>
  fresh.db.rows('update sign_in_attempts set failures = $1 where failures = 1', [failures]);

describe('a person who guesses passwords', () => {
  const guess = (fresh: { origin: string }, address: string, password = 'wrong') =>
    openBrowser(fresh).call('signIn', { body: { email: address, password } });

  test('has ten tries, then one after a minute, and waits longer each time up to 15 minutes', async () => {
    await using fresh = await app();
    const known = await givePassword(fresh.db, fresh.userId);
    const statuses: number[] = [];
    for (const _ of Array.from({ length: 11 })) statuses.push((await guess(fresh, known)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const waits: number[] = [];
    for (const _ of Array.from({ length: 6 })) {
      const refused = await guess(fresh, known, PASSWORD);
      waits.push(Number(refused.headers.get('retry-after')));
      await fresh.clock.advance(`${waits.at(-1)} seconds`);
      expect((await guess(fresh, known)).status).toBe(401);
    }
    expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
    await fresh.clock.advance('15 minutes');
    expect((await signIn(fresh, known)).userId).toBe(fresh.userId);
    // A sign-in resets the number of guesses.
    for (const _ of Array.from({ length: 9 })) expect((await guess(fresh, known)).status).toBe(401);
    expect((await signIn(fresh, known)).userId).toBe(fresh.userId);
  });

  test('gets no more tries by simultaneous requests, other letter cases, or a restart', async () => {
    await using fresh = await app();
    const known = await givePassword(fresh.db, fresh.userId);
    const spellings = Array.from({ length: 40 }, (_, n) => (n % 2 ? known : known.toUpperCase()));
    verified.hashes = [];
    const answers = await Promise.all(spellings.map((spelling) => guess(fresh, spelling)));
    expect(verified.hashes).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    // The process remembers nothing; a table does.
    const rows = await fresh.db.rows('select failures from sign_in_attempts order by failures');
    expect(rows).toEqual([{ failures: 10 }, { failures: 10 }, { failures: 10 }]);
  });

  test('of many addresses from one network address is blocked, too, and own successes do not help', async () => {
    await using fresh = await app();
    const own = await givePassword(fresh.db, fresh.userId);
    await guess(fresh, 'one@people.example');
    await failUpTo(fresh, 48);
    await signIn(fresh, own);
    expect((await guess(fresh, 'two@people.example')).status).toBe(401);
    await signIn(fresh, own);
    expect((await guess(fresh, 'three@people.example')).status).toBe(401);
    expect((await guess(fresh, own, PASSWORD)).status).toBe(429);
  });

  test('cannot forge their network address, unless a trusted proxy states it', async () => {
    const from = async (fresh: TestApp, forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      const body = { email: `${forwarded.length}@people.example`, password: 'wrong' };
      return (await openBrowser(fresh).call('signIn', { body, headers })).status;
    };
    await using direct = await app();
    await using behind = await app({ trustedProxies: ['127.0.0.1/32'] });
    for (const fresh of [direct, behind]) {
      await from(fresh, '203.0.113.1');
      await failUpTo(fresh, 50);
    }
    expect(await from(direct, '203.0.113.77')).toBe(401);
    expect(await from(direct, '203.0.113.177')).toBe(429);
    for (const place of ['203.0.113.177', 'nonsense', '2001:db8::1'])
      expect(await from(behind, place)).toBe(401);
    // The visitor's own claim comes before the address that the proxy adds.
    expect(await from(behind, '10.9.8.7, nonsense, 203.0.113.1')).toBe(401);
    expect(await from(behind, '10.9.8.7, nonsense, 203.0.113.1')).toBe(429);
  });

  test('for the current one, with a stolen session, is blocked, too', async () => {
    await using fresh = await app();
    const person = await signInAs(fresh, 'editor');
    const statuses: number[] = [];
    for (const _ of Array.from({ length: 12 })) {
      const body = { current: 'guessed', password: 'mine from now on' };
      statuses.push((await person.call('changePassword', { body })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  });
});

test('a request is authenticated by one statement, for every kind of credentials', async () => {
  const person = await signInAs(service, 'editor');
  const ask = (headers: Record<string, string>) => () =>
    // A route that answers 404 without a statement of its own.
    service.request('GET', '/nothing', { key: null, headers });
  expect(await statementsOf(ask({ cookie: person.cookie() }))).toHaveLength(1);
  const named = { cookie: person.cookie(), 'x-workspace': String(service.workspaceId) };
  expect(await statementsOf(ask(named))).toHaveLength(1);
  expect(await statementsOf(ask({ authorization: `Bearer ${service.key}` }))).toHaveLength(1);
  expect(await statementsOf(ask({ cookie: 'belfry=none; other=1' }))).toHaveLength(0);
});

test('a password change during a sign-in with the old one leaves no session', async () => {
  const { userId } = await service.as('editor');
  const address = await givePassword(service.db, userId);
  const person = await signIn(service, address);
  const change = person.call('changePassword', {
    body: { current: PASSWORD, password: 'another one, longer' },
  });
  const late = Array.from({ length: 4 }, () => trySignIn({ email: address, password: PASSWORD }));
  expect((await change).status).toBe(204);
  await Promise.all(late);
  const rows = await service.db.rows<{ id: number }>('select id from sessions where user_id = $1', [userId]);
  expect(rows).toHaveLength(1);
});
