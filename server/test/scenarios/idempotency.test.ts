import type { Post } from '@belfry/contract/posts.ts';
import { Client as Connection } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const create = (key: string, body: unknown, client: Client = service) =>
  client.request('POST', '/posts', { body, headers: { 'idempotency-key': key } });
const countPosts = async (content: string): Promise<number> => {
  const { data } = await service.call('listPosts', { query: {} });
  return data.filter((post) => post.content === content).length;
};
const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed');

describe('a request with an Idempotency-Key', () => {
  test('is processed once; a repetition gets the first answer, marked as repeated', async () => {
    const body = { status: 'draft', content: 'once' };
    const first = await create('a', body);
    await service.call('updatePost', {
      params: { id: (first.data as Post).id },
      body: { status: 'draft', content: 'x' },
    });
    const again = await create('a', body);
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect([again.status, replayed(again)]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await countPosts('once')).toBe(0);
  });

  test('is refused when the key was used with another body', async () => {
    await create('b', { status: 'draft', content: 'b' });
    const other = await create('b', { status: 'draft', content: 'B' });
    expect([other.status, other.error.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await countPosts('B')).toBe(0);
  });

  test('is refused when the key was used with another endpoint', async () => {
    await create('c', { status: 'draft' });
    const body = { platform: 'sandbox', credentials: { username: 'ada' } };
    const other = await service.request('POST', '/channels', { body, headers: { 'idempotency-key': 'c' } });
    expect(refusalOf(other)).toEqual(['idempotency_key_reused']);
  });

  test('is refused while the first is being processed, and answered afterwards', async () => {
    const holder = new Connection(service.connection);
    await holder.connect();
    const held = JSON.stringify([service.workspaceId, service.userId, 'd']);
    await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [held]);
    const body = { status: 'draft', content: 'in flight' };
    const during = await create('d', body);
    expect([during.status, during.error.code]).toEqual([409, 'idempotency_in_flight']);
    expect(during.headers.get('retry-after')).toBe('1');
    await holder.end();
    expect((await create('d', body)).status).toBe(201);
    expect(await countPosts('in flight')).toBe(1);
  });

  test('creates one post when it is sent many times at once', async () => {
    const body = { status: 'draft', content: 'crowd' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('e', body)));
    expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 409]))).toEqual(new Set());
    const ids = answers.filter(({ status }) => status === 201).map(({ data }) => (data as Post).id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(1);
    expect(await countPosts('crowd')).toBe(1);
  });

  test('is processed again after 24 hours', async () => {
    const body = { status: 'draft', content: 'daily' };
    await create('f', body);
    await service.clock.advance('23 hours 59 minutes 59 seconds');
    expect(replayed(await create('f', body))).toBe('true');
    await service.clock.advance('1 second');
    expect(replayed(await create('f', { ...body, scheduled_at: '2027-05-01T00:00:00Z' }))).toBeNull();
    expect(await countPosts('daily')).toBe(2);
  });

  test('does not affect another member or workspace', async () => {
    const others = [await service.as('editor'), await service.inWorkspace()];
    await create('g', { status: 'draft', content: 'g' });
    for (const other of others) {
      const answer = await create('g', { status: 'draft', content: 'G' }, other);
      expect([answer.status, replayed(answer)]).toEqual([201, null]);
    }
  });

  test('that was refused is not remembered: the corrected one is processed', async () => {
    const channel = await connectSandbox(service);
    expect((await create('h', { status: 'scheduled' })).status).toBe(422);
    expect((await create('h', scheduledFor([channel], { content: 'x'.repeat(501) }))).status).toBe(422);
    expect((await create('h', scheduledFor([channel]))).status).toBe(201);
  });

  test('connects a channel once, too', async () => {
    const body = { platform: 'sandbox', credentials: { username: 'grace' } };
    const join = () => service.request('POST', '/channels', { body, headers: { 'idempotency-key': 'i' } });
    const [first, again] = [await join(), await join()];
    expect([first.status, again.status, replayed(again)]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
  });

  test.each(['', 'x'.repeat(256)])('needs a key of 1 to 255 characters, not %j', async (key) => {
    expect(refusalOf(await create(key, { status: 'draft' }))).toEqual(['invalid', 'Idempotency-Key']);
  });
});

test('requests without a key are all processed', async () => {
  const body = { status: 'draft' as const, content: 'twice' };
  await service.call('createPost', { body });
  await service.call('createPost', { body });
  expect(await countPosts('twice')).toBe(2);
});
