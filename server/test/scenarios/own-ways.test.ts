/** Unusual but valid requests: media types, addresses, methods, and pages of other origins. */
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost, refusalOf, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const PAGE = 'https://app.example';
const service = await app({ corsOrigins: [PAGE, 'http://localhost:5173'] });
afterAll(() => service.close());
const post = await createPost(service, { status: 'draft' });
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
const later = '2027-02-01T10:00:00Z';

const create = (raw: string | Uint8Array<ArrayBuffer>, headers = {}) =>
  service.request('POST', '/posts', { raw, headers });
const update = (id: number, body: unknown) => service.request('PUT', `/posts/${id}`, { body });

describe('a compressed body', () => {
  const compressed = gzipSync('{"status":"draft"}');

  test.each(['gzip', 'GZIP', 'br', 'deflate, gzip', 'x-own', ''])(
    'is refused with 415 and a sentence: %j',
    async (coding) => {
      const answer = await create(compressed, { 'content-encoding': coding });
      const isNone = coding === '';
      expect([answer.status, answer.error.code]).toEqual(
        isNone ? [400, 'bad_json'] : [415, 'unsupported_media_type'],
      );
      expect(answer.error.message.includes('Content-Encoding')).toBe(!isNone);
      expect(answer.headers.get('accept-encoding')).toBe(isNone ? null : 'identity');
    },
  );

  test('is refused with 415 as an upload, too', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' };
    const answer = await service.request('POST', '/media', { raw: compressed, headers });
    expect([answer.status, answer.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('is not one with the encoding identity, or without a body', async () => {
    const headers = { 'content-encoding': 'identity' };
    const body = { status: 'draft' };
    expect((await service.request('POST', '/posts/validate', { body, headers })).status).toBe(200);
    const bare = { headers: { 'content-encoding': 'gzip' } };
    expect((await service.request('GET', '/posts', bare)).status).toBe(200);
  });
});

describe('JSON of another media type', () => {
  test.each([
    'application/vnd.api+json',
    'application/merge-patch+json; charset=utf-8',
    'Application/LD+JSON;profile=x',
  ])('is accepted: %s', async (type) => {
    const headers = { 'content-type': type };
    const answer = await service.request('POST', '/posts/validate', { raw: '{"status":"draft"}', headers });
    expect(answer.status).toBe(200);
    expect(refusalOf(await create('{', headers))).toEqual(['bad_json']);
  });

  test.each([
    'text/x+json',
    'application/+json',
    'application/xjson',
    'application/x+jsonp',
    'text/plain; a/b+json',
  ])('is refused: %s', async (type) => {
    const headers = { 'content-type': type };
    expect((await create('{"status":"draft"}', headers)).status).toBe(415);
  });
});

describe('a trailing slash', () => {
  test('makes no difference', async () => {
    for (const path of ['/posts', `/posts/${post.id}`, '/channels', '/api/v1/audit']) {
      const [plain, slashed] = [
        await service.request('GET', `${path}?`),
        await service.request('GET', `${path}/`),
      ];
      expect([path, slashed.status, slashed.body]).toEqual([path, 200, plain.body]);
    }
    expect(refusalOf(await service.request('GET', '/nothing/'))).toEqual(['not_found']);
  });
});

describe('a method that an endpoint lacks', () => {
  const nobody = { key: null };

  test.each([
    ['PATCH', '/posts', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/posts/', 'GET, HEAD, POST, OPTIONS'],
    ['POST', `/posts/${post.id}`, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['PUT', '/media/from-url', 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'],
    ['PROPFIND', '/posts?depth=1', 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/api/setup', 'POST, OPTIONS'],
    ['PUT', '/api/v1/session', 'GET, HEAD, POST, DELETE, OPTIONS'],
  ])('is refused with 405 and the allowed methods: %s %s', async (method, path, methods) => {
    const answer = await service.request(method, path, nobody);
    expect([answer.status, answer.error.code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')).toBe(methods);
    const options = await service.request('OPTIONS', path, nobody);
    expect([options.status, options.body, options.headers.get('allow')]).toEqual([204, undefined, methods]);
  });

  test('is refused with 405 outside the API, too', async () => {
    for (const path of ['/', '/health', '/pages/style.css', '/connect/callback']) {
      const answer = await fetch(service.origin + path, { method: 'POST', body: 'x' });
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS']);
    }
  });

  test('is refused with 404 at an unknown address', async () => {
    const answer = await service.request('OPTIONS', '/nothing');
    expect([...refusalOf(answer), answer.headers.get('allow')]).toEqual(['not_found', null]);
  });
});

describe('a page of a permitted origin', () => {
  const from = (origin: string, headers: Record<string, string> = {}) => ({
    headers: { origin, ...headers },
  });
  const asking = {
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
  };

  test('reads answers and errors, with the headers that clients need', async () => {
    for (const path of [`/posts/${post.id}`, '/posts/999999', '/posts?lost=1', '/nothing']) {
      const { headers } = await service.request('GET', path, from(PAGE));
      expect([path, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
        path,
        PAGE,
        'Origin',
      ]);
      const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ') ?? [];
      expect(exposed).toEqual(
        expect.arrayContaining(['etag', 'location', 'ratelimit-remaining', 'retry-after', 'x-request-id']),
      );
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('can make changes with a key, and none without', async () => {
    const body = { status: 'draft', content: 'x' };
    const path = `/posts/${post.id}`;
    expect((await service.request('PUT', path, { ...from(PAGE), body })).status).toBe(200);
    const refused = await service.request('POST', '/api/v1/session', { ...from(PAGE), key: null, body: {} });
    expect(refusalOf(refused)).toEqual(['wrong_origin']);
  });

  test('gets the answer to its preflight without credentials', async () => {
    const answer = await service.request('OPTIONS', `/posts/${post.id}`, {
      ...from(PAGE, asking),
      key: null,
    });
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': expect.stringMatching(
        /Authorization.*Content-Type.*Idempotency-Key.*If-Match/,
      ),
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test.each([
    'https://evil.example',
    `${PAGE}:8443`,
    `${PAGE}.evil.example`,
    'null',
    'http://app.example',
    '*',
  ])('is not one of another origin: %s', async (origin) => {
    for (const [method, headers] of [
      ['GET', {}],
      ['OPTIONS', asking],
    ] as const) {
      const answer = await service.request(method, `/posts/${post.id}`, from(origin, headers));
      const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect([answer.status < 300, names, answer.headers.get('vary')]).toEqual([true, [], 'Origin']);
    }
  });

  test('reads nothing outside the API', async () => {
    for (const path of ['/metrics', '/ready', '/', '/files/x', '/sandbox/@ada']) {
      const { headers } = await fetch(service.origin + path, from(PAGE));
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null]);
    }
  });

  test('is one of any origin if the operator says so, and of none by default', async () => {
    await using open = await app({ corsOrigins: ['*'] });
    await using closed = await app();
    const ask = async ({ request }: typeof open) => (await request('GET', '/posts', from(PAGE))).headers;
    const any = await ask(open);
    expect([any.get('access-control-allow-origin'), any.get('vary')]).toEqual(['*', null]);
    const none = await ask(closed);
    expect([none.get('access-control-allow-origin'), none.get('vary')]).toEqual([null, null]);
  });
});

describe('the answer to GET', () => {
  const ownParts = [
    { channel_id: one.id, content: 'Own', settings: { behaviour: 'ok' } },
    { channel_id: two.id },
  ];

  test.each(['draft', 'scheduled'] as const)('can be sent back unchanged: a %s', async (status) => {
    const body = { status, scheduled_at: later, content: 'Same', targets: ownParts };
    const before = await getPost(service, await createPost(service, body));
    const answer = await update(before.id, before);
    expect([answer.status, answer.data]).toEqual([200, before]);
    expect(await getPost(service, before)).toEqual(before);
  });

  test('of a failed post needs only a new status to be tried again', async () => {
    const { id } = await createPost(service, scheduledToBehave('reject', [await connectSandbox(service)]));
    await service.publishDue();
    const failed = await getPost(service, { id });
    expect(refusalOf(await update(id, failed))).toEqual(['invalid', 'status']);
    const answer = await update(id, { ...failed, status: 'scheduled' });
    expect(answer.data).toMatchObject({
      id,
      status: 'scheduled',
      targets: [{ status: 'pending', error: null }],
    });
  });

  test('of a post that waits for approval needs only a new status to wait again', async () => {
    const strict = await service.inWorkspace({ requires_approval: true });
    const author = await service.beside(strict, 'author');
    const waiting = await createPost(
      author,
      scheduledFor([await connectSandbox(strict)], { scheduled_at: later }),
    );
    const path = `/posts/${waiting.id}`;
    const answer = await author.request('PUT', path, { body: { ...waiting, status: 'scheduled' } });
    expect(answer.data).toEqual(waiting);
  });

  test('with files is refused, and the error says to send media_ids', async () => {
    const media_ids = [await makeMedia(service.db, service.workspaceId)];
    const post = await createPost(service, { status: 'draft', media_ids });
    for (const unnamed of [{}, { media_ids: null }]) {
      const answer = await update(post.id, { ...post, ...unnamed });
      expect([answer.status, ...refusalOf(answer)]).toEqual([422, 'invalid', 'media']);
      expect(answer.error.message).toContain('media_ids');
    }
    expect((await update(post.id, { ...post, media_ids })).data).toEqual(post);
    expect((await update(post.id, { ...post, media_ids: [] })).data).toMatchObject({ media: [] });
  });
});
