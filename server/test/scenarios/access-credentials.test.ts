/** API keys: their form, and when they stop working. */
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

describe('without a valid key', () => {
  const genuine = service.key;
  const wrong: [string, Record<string, string>][] = [
    ['none', {}],
    ['an unknown one', { authorization: `Bearer bf_${'0'.repeat(64)}` }],
    [
      'one with a typing error',
      { authorization: `Bearer ${genuine.slice(0, -1)}${genuine.endsWith('0') ? '1' : '0'}` },
    ],
    ['another scheme', { authorization: `Basic ${genuine}` }],
    ['no scheme', { authorization: genuine }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['two', { authorization: `Bearer ${genuine} ${genuine}` }],
    ['one in capitals', { authorization: `Bearer ${genuine.toUpperCase()}` }],
  ];

  test.each(wrong)('every endpoint answers 401: %s', async (_, headers) => {
    const answer = await service.request('GET', '/posts', { key: null, headers });
    expect([answer.status, answer.error.code]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test.each(['bearer ', 'BEARER ', 'Bearer  ', `Bearer${' '.repeat(8)}`])(
    'the scheme may be in upper or lower case, with spaces behind it: “%s”',
    async (scheme) => {
      const headers = { authorization: `${scheme}${genuine}` };
      expect((await service.request('GET', '/posts', { key: null, headers })).status).toBe(200);
    },
  );
});

describe('a key', () => {
  test('ends at its time', async () => {
    const expires_at = await service.clock.in('1 hour');
    const client = await service.as('editor', { expires_at });
    expect((await client.call('listPosts', { query: {} })).status).toBe(200);
    await service.clock.set(expires_at);
    expect((await client.call('listPosts', { query: {} })).status).toBe(401);
  });

  test('ends when it is revoked, and when its member is removed', async () => {
    const [revoked, left] = [await service.as('editor'), await service.as('editor')];
    await service.db.rows('update api_keys set revoked_at = clock_now() where user_id = $1', [
      revoked.userId,
    ]);
    await service.db.rows('delete from members where user_id = $1', [left.userId]);
    for (const client of [revoked, left])
      expect((await client.call('listPosts', { query: {} })).status).toBe(401);
  });

  test('follows the role of its member at once', async () => {
    const client = await service.as('editor');
    await service.db.rows("update members set role = 'viewer' where user_id = $1", [client.userId]);
    expect(refusalOf(await client.request('POST', '/posts', { body: { status: 'draft' } }))).toEqual([
      'forbidden',
    ]);
  });
});

test('bodies and queries cannot use channels or media of another workspace', async () => {
  const channel = await connectSandbox(service);
  const media = { id: await makeMedia(service.db, service.workspaceId) };
  const stranger = await service.inWorkspace();
  const own = await createPost(stranger, { status: 'draft' });
  const body = scheduledFor([channel], { media_ids: [media.id] });
  const fields = ['media_ids.0', 'targets.0.channel_id'];
  for (const [method, path] of [
    ['POST', '/posts'],
    ['POST', '/posts/validate'],
    ['PUT', `/posts/${own.id}`],
  ] as const) {
    expect(refusalOf(await stranger.request(method, path, { body }))).toEqual(['invalid', ...fields]);
  }
  const slot = await stranger.request('GET', `/queue/next?channel_ids[]=${channel.id}`);
  expect([slot.status, slot.error.code]).toEqual([422, 'invalid']);
  expect((await stranger.request('GET', `/posts?channel_ids[]=${channel.id}`)).data).toEqual([]);
  expect((await stranger.call('listChannels', {})).data).toEqual([]);
});
