import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../server/test/support/app.ts';
import { signInAs } from '../server/test/support/browser.ts';
import { makeEvents, sealAll } from '../server/test/support/events.ts';
import { answerInTurn } from '../server/test/support/in-turn.ts';
import { makePicture } from '../server/test/support/media.ts';
import { makeMedia, makeWorkspace } from '../server/test/support/people.ts';
import { scheduledFor } from '../server/test/support/posts.ts';
import { makeDelivery, makeWebhook } from '../server/test/support/receivers.ts';
import { connectSandbox } from '../server/test/support/sandbox.ts';
import { ApiError, type ClientOptions, createClient } from './client.ts';
import type { Fetch } from './send.ts';

const service = await app();
afterAll(() => service.close());

const owner = { url: service.origin, key: service.key };
const client = createClient(owner);
const draft = { body: { status: 'draft', content: 'Hello' } } as const;
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: ApiError) => error,
  );

/** Also returns the requests that were sent. */
function watched(options: ClientOptions = owner) {
  const sent: Request[] = [];
  const watch: Fetch = (url, init) => {
    sent.push(new Request(url, { ...init, signal: null }));
    return fetch(url, init);
  };
  return { sent, ...createClient({ ...options, fetch: watch }) };
}

describe('a call', () => {
  test('returns what the service answers, with its version', async () => {
    const made = await client.call('createPost', draft);
    expect([made.status, made.tries, made.data.content]).toEqual([201, 1, 'Hello']);
    const read = await client.call('getPost', { params: { id: made.data.id } });
    expect([read.status, read.data]).toEqual([200, made.data]);
    expect(read.etag).toBe(read.headers.get('etag'));
    expect(read.body).toEqual({ data: read.data });
  });

  test('returns no body and no version for an answer without them', async () => {
    const { data } = await client.call('createPost', draft);
    const { status, body, etag } = await client.call('deletePost', { params: { id: data.id } });
    expect([status, body, etag]).toEqual([204, undefined, undefined]);
  });

  test('changes only the version that the caller names', async () => {
    const { data, etag = '' } = await client.call('createPost', draft);
    const body = { ...draft.body, content: 'Changed' };
    const input = { params: { id: data.id }, body, ifMatch: etag };
    expect((await client.call('updatePost', input)).etag).not.toBe(etag);
    const error = await errorOf(client.call('updatePost', input));
    expect(error).toMatchObject({ name: 'ApiError', status: 409, code: 'version_conflict', tries: 1 });
  });

  test('sends lists, and omits undefined parameters', async () => {
    const { sent, call } = watched();
    const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
    const query = { 'channel_ids[]': [one.id, two.id], status: undefined };
    await call('listPosts', { query } as object);
    expect(sent[0]?.url).toBe(
      `${service.origin}/api/public/v1/posts?channel_ids%5B%5D=${one.id}&channel_ids%5B%5D=${two.id}`,
    );
    await call('listPosts');
    expect(sent[1]?.url).toBe(`${service.origin}/api/public/v1/posts`);
  });

  test('escapes path parameters', async () => {
    const { sent, call } = watched();
    await errorOf(call('getSharedFile', { params: { name: 'a/b?c' } }));
    expect(sent[0]?.url).toBe(`${service.origin}/files/a%2Fb%3Fc`);
  });

  test('accepts an address with a slash or a path at its end', async () => {
    const { sent, call } = watched({ ...owner, url: `${service.origin}/` });
    await call('listChannels');
    expect(sent[0]?.url).toBe(`${service.origin}/api/public/v1/channels`);
    const below = watched({ ...owner, url: `${service.origin}/below/` });
    await errorOf(below.call('listChannels'));
    expect(below.sent[0]?.url).toBe(`${service.origin}/below/api/public/v1/channels`);
  });

  test('adds headers', async () => {
    const file = await client.upload(await makePicture('png'));
    const input = { params: { id: file.data.id }, headers: { range: 'bytes=0-3' } };
    const { status, body } = await client.call('getMediaFile', input);
    expect([status, await body.text()]).toEqual([206, '\uFFFDPNG']);
  });

  test('prefers the headers of the caller', async () => {
    const { sent, call } = watched();
    const { data } = await call('createPost', { ...draft, headers: { 'Idempotency-Key': 'other' } });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('other');
    expect(data.content).toBe('Hello');
  });

  test('rejects an API key that no header can contain', async () => {
    const { call } = createClient({ url: service.origin, key: 'a\nb' });
    await expect(call('listChannels')).rejects.toBeInstanceOf(TypeError);
  });

  test('returns a file as an unread body', async () => {
    const bytes = await makePicture('png');
    const { data } = await client.upload(bytes);
    const file = await client.call('getMediaFile', { params: { id: data.id } });
    expect(file.body.bodyUsed).toBe(false);
    expect(Buffer.from(await file.body.arrayBuffer())).toEqual(bytes);
    expect(file.data).toBeUndefined();
  });
});

describe('an API error', () => {
  test('has all fields of the service’s answer', async () => {
    const body = { status: 'scheduled', targets: [{ channel_id: 1, settings: { a: 1 } }], nonsense: 1 };
    const error = await errorOf(client.call('createPost', { body } as object as typeof draft));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, code: 'invalid', errors: { nonsense: [expect.any(String)] } });
    expect(error?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(error?.message).not.toBe('');
    expect(error?.details).toContainEqual(expect.objectContaining({ field: 'nonsense' }));
    expect([error?.violations, error?.retryAfter]).toEqual([undefined, undefined]);
  });

  test('has the limits that a post exceeds', async () => {
    const channel = await connectSandbox(service);
    const body = scheduledFor([channel], { content: 'x'.repeat(9000) });
    const error = await errorOf(client.call('createPost', { body }));
    expect(error?.violations).toEqual([expect.objectContaining({ channel_id: channel.id })]);
  });

  test('is also thrown for a file', async () => {
    const error = await errorOf(client.call('getMediaFile', { params: { id: 999_999 } }));
    expect(error).toMatchObject({ status: 404, code: 'not_found' });
  });

  test.each([
    [200, { 'content-type': 'text/html' }, '<p>Sign in</p>'],
    [200, { 'content-type': 'application/json' }, '{"data": ['],
    [404, { 'content-type': 'application/json' }, '{"error": "not here"}'],
    [404, { 'content-type': 'application/json' }, '{"code": "not_found"}'],
    [404, { 'content-type': 'application/json' }, '{"message": "not here"}'],
    [404, { 'content-type': 'text/plain' }, ''],
    [301, { location: 'https://elsewhere.example/' }, ''],
  ])(
    'has the code “unknown” for an answer that is not the service’s (%i, %o, %s)',
    async (status, headers, body) => {
      await using other = await answerInTurn([status, { ...headers, 'x-request-id': 'r1' }, body]);
      const error = await errorOf(createClient(other).call('listChannels'));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ status, code: 'unknown', requestId: 'r1' });
    },
  );
});

describe('credentials', () => {
  test('are the API key, without a cookie', async () => {
    const { sent, call } = watched();
    await call('listChannels');
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${service.key}`);
    expect([sent[0]?.headers.get('cookie'), sent[0]?.credentials]).toEqual([null, 'omit']);
  });

  test('can be a session, which can also make changes', async () => {
    const browser = await signInAs(service, 'owner');
    const { call } = createClient({ url: service.origin, session: browser.cookie() });
    expect((await call('getSession')).data.workspace_id).toBe(service.workspaceId);
    expect((await call('createPost', draft)).status).toBe(201);
  });

  test('can be the browser’s own', async () => {
    const { sent, call } = watched({ url: service.origin });
    expect((await errorOf(call('listChannels')))?.code).toBe('unauthenticated');
    expect([sent[0]?.headers.get('authorization'), sent[0]?.credentials]).toEqual([null, 'same-origin']);
  });

  test('apply to the named workspace', async () => {
    const browser = await signInAs(service, 'owner');
    const workspace = await makeWorkspace(service.db);
    const { data } = await createClient({ url: service.origin, session: browser.cookie() }).call(
      'getSession',
    );
    await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')", [
      workspace,
      data.user.id,
    ]);
    const { call } = createClient({ url: service.origin, session: browser.cookie(), workspace });
    expect((await call('getWorkspace')).data.id).toBe(workspace);
  });
});

describe('an Idempotency-Key', () => {
  const keysOf = (sent: readonly Request[]) => sent.map(({ headers }) => headers.get('idempotency-key'));

  test('is generated for each call that accepts one', async () => {
    const { sent, call } = watched();
    await call('createPost', draft);
    await call('createPost', draft);
    await call('validatePost', draft);
    const [first, second, third] = keysOf(sent);
    expect([first, second]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ]);
    expect([second === first, third]).toEqual([false, null]);
  });

  test('can be the caller’s own, and then the first answer is returned again', async () => {
    const { sent, call } = watched();
    const first = await call('createPost', { ...draft, idempotencyKey: 'mine' });
    const again = await call('createPost', { ...draft, idempotencyKey: 'mine' });
    expect([again.data.id, keysOf(sent)]).toEqual([first.data.id, ['mine', 'mine']]);
  });

  test('is not generated when retries are off', async () => {
    const { sent, call } = watched({ ...owner, retry: false });
    await call('createPost', draft);
    expect(keysOf(sent)).toEqual([null]);
  });
});

describe('pages', () => {
  test('return every entry of a list with a cursor, with its filters', async () => {
    const owner = await service.inWorkspace();
    const { pages } = createClient({ url: service.origin, key: owner.key });
    await makeEvents(service.db, owner.workspaceId, { kind: 'post.paged' }, 7);
    await makeEvents(service.db, owner.workspaceId, { kind: 'post.other' }, 1);
    await sealAll(service.db);
    const found: number[] = [];
    for await (const { seq } of pages('listAudit', { query: { kind: 'post.paged', limit: 3 } }))
      found.push(seq);
    expect(found).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  test('return every entry of a list with links, also under a path with parameters', async () => {
    const owner = await service.inWorkspace();
    const { sent, pages } = watched({ url: service.origin, key: owner.key });
    const added = await Promise.all(
      Array.from({ length: 61 }, () => makeMedia(service.db, owner.workspaceId)),
    );
    await service.db.rows('update workspaces set media_count = 61 where id = $1', [owner.workspaceId]);
    const files = (await Array.fromAsync(pages('listMedia'))).map(({ id }) => id);
    expect([files.sort(), sent.length]).toEqual([added.sort(), 3]);
    // Pages stay the same while files are added.
    expect(sent.map(({ url }) => new URL(url).searchParams.has('as_of'))).toEqual([false, true, true]);
    const webhook = await makeWebhook(owner, { origin: 'https://hooks.example' });
    const deliveries = [];
    for (let count = 0; count < 51; count += 1)
      deliveries.push(await makeDelivery(service.db, owner.workspaceId, webhook.id));
    const listed = await Array.fromAsync(pages('listDeliveries', { params: { id: webhook.id } }));
    expect(listed.map(({ id }) => id)).toEqual(deliveries.reverse());
  });

  test('are requested only when the caller reads them', async () => {
    const owner = await service.inWorkspace();
    const { sent, pages } = watched({ url: service.origin, key: owner.key });
    await makeEvents(service.db, owner.workspaceId, {}, 4);
    await sealAll(service.db);
    const entries = pages('listAudit', { query: { limit: 2 } });
    await entries.next();
    await entries.next();
    expect(sent).toHaveLength(1);
    await entries.return();
    expect((await entries.next()).done).toBe(true);
  });
});
