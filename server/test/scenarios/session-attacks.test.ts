import { routes } from '@belfry/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { givePassword, openBrowser, PASSWORD, signInAs, whoAmI } from '../support/browser.ts';

const service = await app();
afterAll(() => service.close());
let email = '';
beforeAll(async () => {
  email = await givePassword(service.db, service.userId);
});

const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];

describe('a session cookie that an attacker planted', () => {
  test('is never used: the server sets its own new cookie', async () => {
    const browser = openBrowser(service);
    const fixed = 'A'.repeat(43);
    browser.cookies.set('belfry', fixed);
    await browser.call('signIn', { body: { email, password: PASSWORD } });
    expect(browser.cookies.get('belfry')).not.toBe(fixed);
    expect((await whoAmI(openBrowser(service), { cookie: `belfry=${fixed}` })).status).toBe(401);
  });

  test('ends its session when another person signs in with it', async () => {
    const attacker = await signInAs(service, 'viewer');
    const victim = openBrowser(service);
    victim.cookies.set('belfry', attacker.cookies.get('belfry') ?? '');
    await victim.call('signIn', { body: { email, password: PASSWORD } });
    expect((await whoAmI(attacker)).status).toBe(401);
    expect((await whoAmI(victim)).data.user.email).toBe(email);
  });
});

describe('a page of another site', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: 'http://127.0.0.1:1' }],
    ['another scheme', { origin: service.origin.replace('http:', 'https:') }],
    ['an origin that only begins like ours', { origin: `${service.origin}.evil.example` }],
    ['no origin at all, as a sandboxed frame has', { origin: 'null' }],
    [
      'another origin, whatever the other headers',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ];

  test.each(foreign)('changes nothing with a visitor’s cookie: %s', async (_, headers) => {
    const person = await signInAs(service, 'owner');
    const before = await service.db.row('select count(*) from posts');
    const answer = await person.call('createPost', { body: { status: 'draft' }, headers });
    expect(refusal(answer)).toEqual([403, 'wrong_origin']);
    expect(await service.db.row('select count(*) from posts')).toEqual(before);
  });

  test.each(foreign)('signs no visitor in, not even to its own account: %s', async (_, headers) => {
    const answer = await openBrowser(service).call('signIn', {
      body: { email, password: PASSWORD },
      headers,
    });
    expect([...refusal(answer), answer.headers.getSetCookie()]).toEqual([403, 'wrong_origin', []]);
  });

  test.each(['cross-site', 'same-site', 'none'])('is recognised by Sec-Fetch-Site: %s', async (site) => {
    const person = await signInAs(service, 'owner');
    const headers = { cookie: person.cookie(), 'sec-fetch-site': site };
    const answer = await service.call('createPost', { key: null, body: { status: 'draft' }, headers });
    expect(refusal(answer)).toEqual([403, 'wrong_origin']);
  });

  test('is assumed without such a header, unless there is no cookie either', async () => {
    const person = await signInAs(service, 'owner');
    const headers = { cookie: person.cookie() };
    const body = { status: 'draft' as const };
    expect(refusal(await service.call('createPost', { key: null, body, headers }))).toEqual([
      403,
      'wrong_origin',
    ]);
    const own = { ...headers, 'sec-fetch-site': 'same-origin' };
    expect((await service.call('createPost', { key: null, body, headers: own })).status).toBe(201);
    const program = await service.call('signIn', { key: null, body: { email, password: PASSWORD } });
    expect(program.status).toBe(201);
  });

  test.each(Object.entries(routes).filter(([, { method }]) => method !== 'GET'))(
    'cannot request %s',
    async (_name, { method, path }) => {
      const person = await signInAs(service, 'owner');
      const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
      const raw = JSON.stringify({});
      const answer = await person.request(method, path.replace(/:\w+/g, '1'), { raw, headers });
      // A route that accepts forms does not read JSON at all.
      expect([
        [403, 'wrong_origin'],
        [415, 'unsupported_media_type'],
      ]).toContainEqual(refusal(answer));
    },
  );

  test('gets no CORS headers, neither for a preflight nor for an answer', async () => {
    const preflight = await fetch(`${service.origin}/api/v1/session`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
    });
    const read = await fetch(`${service.origin}/api/v1/session`, {
      headers: { origin: 'https://evil.example' },
    });
    for (const { headers } of [preflight, read])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('a key', () => {
  const forPeople = Object.entries(routes).filter(([, { permission }]) => permission === 'person');

  test.each(forPeople)('cannot use endpoints for people: %s', async (_name, { method, path }) => {
    const body = method === 'GET' ? {} : { raw: '{}' };
    expect(refusal(await service.request(method, path.replace(/:\w+/g, '1'), body))).toEqual([
      403,
      'forbidden',
    ]);
    const without = await service.request(method, path.replace(/:\w+/g, '1'), { ...body, key: null });
    expect(refusal(without)).toEqual([401, 'unauthenticated']);
  });

  test('that is invalid is refused even with a valid cookie', async () => {
    const person = await signInAs(service, 'owner');
    const headers = { authorization: `Bearer bf_${'0'.repeat(72)}` };
    expect((await person.call('listPosts', { query: {}, headers })).status).toBe(401);
  });
});
