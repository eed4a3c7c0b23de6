/** Files at the root of our address: rules for robots, and those by which networks check who owns the address. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../src/process/app.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const service = await app();
const { db } = service;
afterAll(() => service.close());

const content = 'tiktok-developers-site-verification=1a2b3c';
const set = (name: string, text = content, client: Client = service) =>
  client.call('setVerificationFile', { params: { name }, body: { content: text } });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.origin}/${path}`, { headers });

beforeEach(() => db.rows('delete from verification_files'));

describe('a verification file', () => {
  test('is served at the root, to everybody, as plain text', async () => {
    expect((await set('tiktok1a2b3c.txt')).data).toEqual({
      name: 'tiktok1a2b3c.txt',
      content,
      url: `${service.origin}/tiktok1a2b3c.txt`,
      updated_at: expect.any(String),
    });
    const answer = await get('tiktok1a2b3c.txt');
    expect([answer.status, await answer.text()]).toEqual([200, content]);
    const names = ['content-type', 'x-content-type-options', 'content-security-policy'];
    expect(names.map((name) => answer.headers.get(name))).toEqual([
      'text/plain; charset=utf-8',
      'nosniff',
      "default-src 'none'; sandbox",
    ]);
  });

  test('runs in no browser, although it is HTML', async () => {
    const text = '<script>alert(1)</script>\r\n';
    await set('Facebook_1-a.html', text);
    const answer = await get('Facebook_1-a.html', { accept: 'text/html' });
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is replaced, listed and deleted, in every process', async () => {
    await set('b.txt');
    await set('a.txt');
    await set('b.txt', 'another');
    const { data } = await service.call('listVerificationFiles', {});
    expect(data.map((file) => [file.name, file.content])).toEqual([
      ['a.txt', content],
      ['b.txt', 'another'],
    ]);
    const process = await buildApp(service.ctx);
    expect((await process.inject('/b.txt')).body).toBe('another');
    const remove = () => service.call('deleteVerificationFile', { params: { name: 'b.txt' } });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect([(await process.inject('/b.txt')).statusCode, (await get('b.txt')).status]).toEqual([404, 404]);
    await process.close();
    const sql =
      "select kind, data from events where kind like 'verification_file.%' order by id desc limit 2";
    expect(await db.rows(sql)).toEqual([
      { kind: 'verification_file.removed', data: { name: 'b.txt' } },
      { kind: 'verification_file.set', data: { name: 'b.txt' } },
    ]);
  });

  test.each<[string, () => Promise<Client>, number]>([
    ['another owner of the first workspace', () => service.as('owner'), 200],
    ['an admin', () => service.as('admin'), 403],
    ['the owner of another workspace', () => service.inWorkspace(), 403],
  ])('of %s is accepted or refused', async (_, create, status) => {
    const client = await create();
    expect((await set('a.txt', content, client)).status).toBe(status);
    expect((await client.call('listVerificationFiles', {})).status).toBe(status);
    const gone = await client.call('deleteVerificationFile', { params: { name: 'a.txt' } });
    expect(gone.status).toBe(status === 200 ? 204 : 403);
    expect((await get('a.txt')).status).toBe(404);
  });
});

describe('the name', () => {
  const put = (name: string) =>
    service.request('PUT', `/api/v1/verification-files/${name}`, { body: { content } });

  test.each([
    'robots.txt',
    'index.htm',
    'a.js',
    'a.txt.js',
    'a.TXT',
    '.txt',
    'a.b.txt',
    'a%2fb.txt',
    'a%5cb.txt',
    '..%2fa.txt',
    '%2e%2e%2fa.txt',
    'a.txt%0a',
    'a.txt%00',
    'a%20b.txt',
    'ä.txt',
    `${'a'.repeat(81)}.txt`,
  ])('%s is refused', async (name) => {
    expect((await put(name)).status).toBeGreaterThanOrEqual(400);
    expect(await db.rows('select from verification_files')).toEqual([]);
  });

  test('has at most 80 characters before its end', async () => {
    const name = `${'a'.repeat(80)}.html`;
    expect((await put(name)).status).toBe(200);
    expect((await get(name)).status).toBe(200);
  });

  test('that Belfry would not accept is not served, even if it is in the database', async () => {
    const names = ['robots.txt', 'health', 'setup', 'a.js', 'a/b.txt', '..', ''];
    await db.rows(
      `insert into verification_files (name, content) select name, 'forged' from unnest($1::text[]) as name`,
      [names],
    );
    for (const path of [...names, 'a%2fb.txt', '%2e%2e', 'a%2Ejs'])
      expect(await (await get(path)).text(), path).not.toContain('forged');
  });
});

test.each([
  ['of 4096 characters is accepted', 'x'.repeat(4096), 200],
  ['of 4097 characters is refused', 'x'.repeat(4097), 422],
  ['that is empty is refused', '', 422],
  ['with letters beyond ASCII is refused', 'Grüße', 422],
  ['with a NUL is refused', 'a\0', 422],
])('content %s', async (_, text, status) => {
  expect((await set('a.txt', text)).status).toBe(status);
});

test('other paths at the root are answered as before', async () => {
  for (const path of ['nothing', 'nothing.txt', 'nothing.html', 'favicon.ico'])
    expect((await get(path)).status, path).toBe(404);
  const post = (path: string) => fetch(`${service.origin}/${path}`, { method: 'POST' });
  expect([(await post('nothing')).status, (await post('nothing.txt')).status]).toEqual([404, 405]);
});

test('robots are sent away, but the one of Meta may fetch files', async () => {
  const answer = await get('robots.txt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await answer.text()).toBe(
    [
      ...['User-agent: facebookexternalhit', 'Allow: /files/', 'Disallow: /', ''],
      ...['User-agent: *', 'Disallow: /', ''],
    ].join('\n'),
  );
});
