import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { Publisher } from '../../src/publishing/publisher.ts';
import { app } from '../support/app.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const workers = [new Publisher(service.ctx), new Publisher(service.ctx)];

/** Runs two workers on the same lanes until neither finds a due target. */
async function publishByTwo(): Promise<void> {
  let found = 1;
  while (found > 0) {
    const counts = await Promise.all(workers.map((worker) => worker.claim()));
    await Promise.all(workers.map((worker) => worker.idle()));
    found = counts.reduce((sum, count) => sum + count, 0);
  }
  await service.publishDue();
}

async function makeDue(): Promise<{ posts: Post[]; live(): Promise<string[]> }> {
  const channels = await Promise.all(Array.from({ length: 4 }, () => connectSandbox(service)));
  const posts = await Promise.all(
    Array.from({ length: 32 }, (_, n) =>
      createPost(service, scheduledFor(channels.slice(n % 4, (n % 4) + 1), { content: `post ${n}` })),
    ),
  );
  const live = async () => {
    const timelines = await Promise.all(channels.map((channel) => readTimeline(service, channel)));
    return timelines
      .flat()
      .map(({ text }) => text)
      .sort();
  };
  return { posts, live };
}

describe('at the moment at which a post is published', () => {
  test('two workers publish each post once', async () => {
    const { posts, live } = await makeDue();
    await publishByTwo();
    expect(await live()).toEqual(posts.map(({ content }) => content).sort());
  });

  test('an update to a draft is either in time or refused', async () => {
    const { posts, live } = await makeDue();
    const [answers] = await Promise.all([
      Promise.all(
        posts.map(({ id }) =>
          service.request('PUT', `/posts/${id}`, { body: { status: 'draft', content: null } }),
        ),
      ),
      publishByTwo(),
    ]);
    const texts = await live();
    for (const [n, post] of posts.entries()) {
      const kept = answers[n]?.status === 200;
      expect([kept, answers[n]?.status]).toEqual([kept, kept ? 200 : 409]);
      expect((await getPost(service, post)).status).toBe(kept ? 'draft' : 'published');
      expect(texts.filter((text) => text === post.content)).toHaveLength(kept ? 0 : 1);
    }
  });

  test('a new text is either published or refused', async () => {
    const { posts, live } = await makeDue();
    const edit = ({ id, content, targets }: Post) => {
      const channels = targets.map((target) => target.channel);
      return service.request('PUT', `/posts/${id}`, {
        body: scheduledFor(channels, { content: `${content} edited` }),
      });
    };
    const [answers] = await Promise.all([Promise.all(posts.map(edit)), publishByTwo()]);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const expected = posts.map(({ content }, n) =>
      answers[n]?.status === 200 ? `${content} edited` : content,
    );
    expect(await live()).toEqual(expected.sort());
    for (const post of posts) expect((await getPost(service, post)).status).toBe('published');
  });

  test('a deleted post is either never published, or was published before', async () => {
    const { posts, live } = await makeDue();
    const [answers] = await Promise.all([
      Promise.all(posts.map(({ id }) => service.request('DELETE', `/posts/${id}`))),
      publishByTwo(),
    ]);
    expect(answers.filter(({ status }) => status !== 204 && status !== 409)).toEqual([]);
    const texts = await live();
    expect(new Set(texts).size).toBe(texts.length);
    const refused = posts.filter((_, n) => answers[n]?.status !== 204).map(({ content }) => content);
    expect(texts).toEqual(expect.arrayContaining(refused));
    const [due] = await service.db.rows<{ count: number }>(
      'select count(*)::int from targets where wake_at is not null or held_by is not null',
    );
    expect(due).toEqual({ count: 0 });
  });
});

describe('at the moment at which a file is deleted', () => {
  test('a post with it is either refused or keeps it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
      const [post, gone] = await Promise.all([
        service.request('POST', '/posts', { body: { status: 'draft', media_ids: [id] } }),
        service.request('DELETE', `/media/${id}`),
      ]);
      expect([post.status, gone.status]).toEqual(gone.status === 204 ? [422, 204] : [201, 409]);
    }
  });
});
