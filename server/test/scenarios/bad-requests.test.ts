import { ErrorBody } from '@belfry/contract/error-body.ts';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildOperation } from '../../src/process/app.ts';
import { app } from '../support/app.ts';
import { digestPosts } from '../support/digest.ts';
import { createPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { type RawAnswer, sendRaw } from '../support/raw.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const channel = await connectSandbox(service);
const post = await createPost(service, scheduledFor([channel], { scheduled_at: '2027-02-01T10:00:00Z' }));

let before: string;
beforeEach(async () => {
  before = await digestPosts(service.db);
});
afterEach(async () => {
  expect(await digestPosts(service.db), 'a refused request changed something').toBe(before);
});

const draft = (fields: string) => `{"status":"draft",${fields}}`;
const create = (raw: string, headers = {}) => service.request('POST', '/posts', { raw, headers });

describe('a malformed id', () => {
  const spellings = [
    `0x${post.id}`,
    `%3${post.id}%20`,
    `${post.id}e0`,
    `${post.id}.0`,
    `+${post.id}`,
    `0${post.id}`,
  ];
  const others = [
    '0',
    '-1',
    '1.5',
    'abc',
    '9007199254740993',
    '99999999999999999999',
    'null',
    '1;drop',
    '%00',
  ];

  test.each([...others, ...spellings])('in the path is not found: %s', async (id) => {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { status: 'draft' }],
      ['DELETE', '', undefined],
      ['GET', '/events', undefined],
    ] as const) {
      const answer = await service.request(method, `/posts/${id}${path}`, { body });
      expect([method, answer.status, answer.error.code]).toEqual([method, 404, 'not_found']);
    }
  });

  test('in a query is refused', async () => {
    for (const id of ['0x1', '1e0', '1.0', '+1', ' 1 ', '01']) {
      const answer = await service.request('GET', `/posts?channel_ids[]=${encodeURIComponent(id)}`);
      expect([id, ...refusalOf(answer)]).toEqual([id, 'invalid', 'channel_ids[].0']);
    }
  });
});

describe('a request that is too large', () => {
  const json = (bytes: number) => `{"a":"${'x'.repeat(bytes)}"}`;
  const MB = 1024 * 1024;

  test.each([
    ['13 MB', 'POST', '/posts', 13 * MB],
    ['13 MB', 'POST', '/posts/validate', 13 * MB],
    ['13 MB', 'PUT', `/posts/${post.id}`, 13 * MB],
    ['1 MB', 'PATCH', '/api/v1/workspace', MB],
    ['16 KB', 'POST', '/api/v1/session', 16 * 1024],
    ['16 KB', 'POST', '/api/setup', 16 * 1024],
  ])('in its body is refused with 413 and the limit: %s at %s %s', async (limit, method, path, bytes) => {
    const fits = await service.request(method, path, { raw: json(bytes - 8) });
    expect([fits.status, fits.error.code]).toEqual([422, 'invalid']);
    const { status, error } = await service.request(method, path, { raw: json(bytes - 7) });
    expect([status, error.code, error.message]).toEqual([
      413,
      'too_large',
      `The body is larger than ${limit}.`,
    ]);
  });

  test('in its body is refused before the body is sent', async () => {
    const head = `POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`;
    expectError(await sendRaw(service.origin, head), 413, 'too_large');
  });

  test('in its body without a length is refused with 413, too', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const answer = await sendRaw(
      service.origin,
      `PATCH /api/v1/workspace HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}0\r\n\r\n`,
    );
    expectError(answer, 413, 'too_large');
  });

  test('in its headers is refused with 431', async () => {
    const head = `GET /api/public/v1/posts HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`;
    expectError(await sendRaw(service.origin, head), 431, 'headers_too_large');
  });

  test('in its nesting is refused', async () => {
    const depth = 50_000;
    const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const answer = await create(draft(`"targets":[{"channel_id":${channel.id},"settings":${nested}}]`));
    expect(refusalOf(answer)).toEqual(['invalid', 'body']);
    expect(answer.error.message).toBe('body has more than 32 levels.');
  });

  test.each([
    ['lists', `[${'[],'.repeat(4_400_000)}[]]`],
    ['fields', `{${Array.from({ length: 900_000 }, (_, n) => `"a${n}":0`)}}`],
    ['objects', `[${'{},'.repeat(10_000)}${'{"a":[]},'.repeat(10_000)}1]`],
  ])('by its number of %s is refused before it is parsed', async (_, raw) => {
    const answer = await create(raw);
    expect(refusalOf(answer)).toEqual(['invalid', 'body']);
    expect(answer.error.message).toBe('body has more than 25000 values.');
  });

  test.each([
    ['of targets', { targets: Array.from({ length: 20_000 }, () => ({ channel_id: channel.id })) }],
    ['of invalid targets', { targets: Array.from({ length: 100_000 }, () => 0) }],
    ['of files', { media_ids: Array.from({ length: 100_000 }, (_, n) => n) }],
    ['of unknown fields', Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`field${n}`, 1]))],
    ['of unknown fields, a few', Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`field${n}`, 1]))],
    ['of wrong targets', { targets: Array.from({ length: 100 }, () => ({ a: 1, b: 2 })) }],
  ])('by its number %s is refused with ten sentences', async (_, fields) => {
    const answer = await create(JSON.stringify({ status: 'draft', ...fields }));
    expect([answer.status, answer.error.code]).toEqual([422, 'invalid']);
    expect(Object.values(answer.error.errors ?? {}).flat().length).toBeLessThanOrEqual(10);
    expect(JSON.stringify(answer.body).length).toBeLessThan(5000);
  });

  test('by its number of channels in a filter is refused', async () => {
    const query = Array.from({ length: 101 }, () => `channel_ids[]=${channel.id}`).join('&');
    expect(refusalOf(await service.request('GET', `/posts?${query}`))).toEqual(['invalid', 'channel_ids[]']);
  });
});

describe('a request is refused for its head before its body is parsed', () => {
  const raw = '{ no JSON';

  test.each([
    ['no key', null, 'POST', '/posts', [401, 'unauthenticated']],
    ['an invalid key', 'bf_0', 'POST', '/api/v1/keys', [401, 'unauthenticated']],
    ['a key where a session is required', undefined, 'PATCH', '/api/v1/profile', [403, 'forbidden']],
    ['a malformed id', undefined, 'PUT', '/posts/x', [404, 'not_found']],
    ['a field in the query', undefined, 'POST', '/posts?a=1', [422, 'invalid']],
    ['an unknown address', null, 'POST', '/nothing', [404, 'not_found']],
  ])('%s', async (_, key, method, path, refusal) => {
    const options = key === undefined ? { raw } : { raw, key };
    const { status, error } = await service.request(method, path, options);
    expect([status, error.code]).toEqual(refusal);
  });

  test('the role', async () => {
    const viewer = await service.as('viewer');
    const { status, error } = await viewer.request('POST', '/posts', { raw });
    expect([status, error.code]).toEqual([403, 'forbidden']);
    expect((await viewer.request('POST', '/posts/validate', { raw })).error.code).toBe('bad_json');
  });
});

describe('keys that would reach an object’s prototype', () => {
  test.each([
    draft('"__proto__":{"status":"scheduled"}'),
    draft('"constructor":{"prototype":{"a":1}}'),
    draft(`"targets":[{"channel_id":${channel.id},"settings":{"__proto__":{"a":1}}}]`),
  ])('are refused: %s', async (raw) => {
    expect(['bad_json', 'invalid']).toContain((await create(raw)).error.code);
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });
});

describe('another content type', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('is refused with 415: %s', async (type) => {
    const answer = await create('{"status":"draft"}', { 'content-type': type });
    expect([answer.status, answer.error.code]).toEqual([415, 'unsupported_media_type']);
  });
});

test.each([
  ['DELETE', `/posts/${post.id}`],
  ['POST', `/posts/${post.id}/reconcile`],
  ['POST', '/api/v1/uploads'],
])('a body that nobody expects is refused like others, as documented: %s %s', async (method, path) => {
  const refuse = async (raw: string, type = 'application/json') =>
    (await service.request(method, path, { raw, headers: { 'content-type': type } })).error.code;
  expect(await refuse('{ no JSON')).toBe('bad_json');
  expect(await refuse(' '.repeat(1024 * 1024 + 1))).toBe('too_large');
  expect(await refuse('status=draft', 'text/plain')).toBe('unsupported_media_type');
});

describe('an unknown address', () => {
  test.each([
    ['GET', '/nothing'],
    ['GET', '/posts//'],
    ['PROPFIND', '/nothing'],
    ['GET', '/posts/%ff'],
    ['GET', `/posts/${'1'.repeat(300)}`],
    ['GET', '/api/nothing'],
  ])('is refused with 404: %s %s', async (method, path) => {
    expect(refusalOf(await service.request(method, path))).toEqual(['not_found']);
  });
});

describe('a request that is not HTTP', () => {
  test.each(['HELLO\r\n\r\n', 'GET /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 2\r\n\r\n'])(
    'is answered in the shape of every error: %j',
    async (bytes) => {
      expectError(await sendRaw(service.origin, bytes), 400, 'bad_request');
    },
  );

  test('or that arrives too slowly is refused with 408', async () => {
    const { requestTimeout } = service.server.server;
    expect(requestTimeout).toBeGreaterThan(0);
    expect(requestTimeout).toBeLessThanOrEqual(60_000);
    await using slow = await app({ timeout: 50 });
    const answer = await sendRaw(
      slow.origin,
      `POST /api/public/v1/posts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${slow.key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"status":',
    );
    expectError(answer, 408, 'request_timeout');
  });
});

test('the sandbox reads no body of a caller other than Belfry', async () => {
  const answer = await sendRaw(
    service.origin,
    'POST /sandbox/api/media HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 16000000\r\n\r\nnot all',
  );
  expect(answer.status).toBe(403);
});

describe('no answer lets a browser guess its type', () => {
  const get = (path: string, more = '') =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`;

  test.each([
    'HELLO\r\n\r\n',
    'GET /health HTTP/1.1\r\n\r\n',
    get('/health', 'Expect: a miracle\r\n'),
    get('/health', `X: ${'y'.repeat(20_000)}\r\n`),
    get('/health').replace('GET', 'TRACE'),
    get('/health').replace('GET', 'OPTIONS'),
    ...['/pages/style.css', '/assets/x.js', '/unsubscribe', '/connect/callback', '/ready', '/metrics'].map(
      (path) => get(path),
    ),
    ...['/api/public/v1/posts', '/api/nothing', '/api/%ff', '/files/x', '/api/public/v1/openapi.json'].map(
      (path) => get(path),
    ),
    ...['/sandbox/@nobody', '/sandbox/api/nothing', '/sandbox/%ff'].map((path) => get(path)),
    get('/api/v1/session/openid'),
  ])('to request %$', async (bytes) => {
    const { headers } = await sendRaw(service.origin, bytes);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('in a process without the API', async () => {
    const worker = await buildOperation(service.ctx);
    const origin = await worker.listen({ host: '127.0.0.1', port: 0 });
    for (const bytes of [get('/health'), get('/nothing'), get('/%ff'), 'HELLO\r\n\r\n']) {
      const { headers } = await sendRaw(origin, bytes);
      expect([bytes, headers.get('x-content-type-options')]).toEqual([bytes, 'nosniff']);
    }
    await worker.close();
  });
});

function expectError(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const body: unknown = JSON.parse(answer.body);
  expect(Value.Check(ErrorBody, body), answer.body).toBe(true);
  expect(body).toMatchObject({ code, request_id: answer.headers.get('x-request-id') });
}
