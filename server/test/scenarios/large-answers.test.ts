/** Lists of posts too large for memory: complete, of one moment, and deleted from the disk after they were sent. */
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const POSTS = 12;
const TARGETS = 50;

/** Each has 500,000 characters, which take more bytes as JSON. */
beforeAll(async () => {
  const ids: number[] = [];
  for (let count = 0; count < TARGETS; count += 1) ids.push((await connectSandbox(service)).id);
  await service.db.rows(
    `with post as (
       insert into posts (workspace_id, author_id, content, status)
       select $1, $2, 'post ' || n, 'draft' from generate_series(1, $4::int) n returning id)
     insert into targets (workspace_id, post_id, channel_id, position, content)
     select $1, post.id, channel, place, repeat('"ä"\\n', 2000) from post, unnest($3::bigint[]) with ordinality as c(channel, place)`,
    [service.workspaceId, service.userId, ids, POSTS],
  );
});

const incoming = () => readdir(join(service.ctx.config.dataDir, 'incoming')).catch(() => []);
const open = (key = service.key) =>
  new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    request(`${service.origin}/api/public/v1/posts`, { headers, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
const read = async (answer: AsyncIterable<Uint8Array>) => {
  const bytes = Buffer.concat(await Array.fromAsync(answer));
  return { bytes, posts: (JSON.parse(bytes.toString()) as { data: Post[] }).data };
};

test('a list of any size is complete and in order, each post as it is shown alone', async () => {
  const answer = await open();
  const { bytes, posts } = await read(answer);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(bytes.length),
  });
  expect(posts.map(({ content }) => content)).toEqual(
    Array.from({ length: POSTS }, (_, index) => `post ${POSTS - index}`),
  );
  const { data } = await service.request('GET', `/posts/${posts[3]?.id}`);
  expect(posts[3]).toEqual(data);
  expect(posts[3]?.targets).toHaveLength(TARGETS);
  expect(await incoming()).toEqual([]);
});

test('a person who does not read their answers delays only themself', async () => {
  const unread = await open();
  const waiting = open();
  const colleague = await service.as('viewer');
  expect((await read(await open(colleague.key))).posts).toHaveLength(POSTS);
  const first = await Promise.race([waiting.then(() => 'mine'), open(colleague.key).then(() => 'theirs')]);
  expect(first).toBe('theirs');
  unread.destroy();
  expect((await read(await waiting)).posts).toHaveLength(POSTS);
});

test('a HEAD request leaves no file and frees its slot', async () => {
  for (let count = 0; count < 3; count += 1) {
    const answer = await service.request('HEAD', '/posts');
    expect(answer.status).toBe(200);
  }
  expect(await incoming()).toEqual([]);
  expect((await read(await open())).posts).toHaveLength(POSTS);
});
