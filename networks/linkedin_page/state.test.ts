import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { refuse } from '../families/linkedin/fake-refusal.ts';
import type { FakeResponse } from '../testing/fake-server.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { type PageFake, startFake } from './fake.ts';
import { linkedinPage } from './index.ts';

let fake: PageFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const start = (media = [makeMedia()]) => startTarget(linkedinPage, { text: 'Ding', media }, fake);
const asks = () => fake.server.requests.filter(({ query }) => query.has('viewContext')).length;

/** What LinkedIn answers about the post, one after the other. Undefined: the truth. */
function answerState(...answers: (FakeResponse | undefined)[]): void {
  const { posts } = fake.linkedin;
  const { read } = posts;
  posts.read = (id) => answers.shift() ?? read.call(posts, id);
}

const inState = (lifecycleState: string): FakeResponse => ({
  status: 200,
  body: { lifecycleState } as JsonObject,
});

describe('a post with files', () => {
  test('is published when LinkedIn has published it', async () => {
    answerState(inState('PUBLISH_REQUESTED'), inState('PUBLISH_REQUESTED'));
    const target = start();
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing', seconds: 20 });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(asks()).toBe(3);
    expect(fake.server.visibleAt).toHaveLength(1);
  });

  test('that LinkedIn cannot publish fails, and is sent anew when somebody asks for that', async () => {
    answerState(inState('PUBLISH_REQUESTED'), inState('PUBLISH_FAILED'));
    const target = start();
    expect(await target.finish()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      message: 'LinkedIn accepted this post, but then could not publish it.',
    });
    fake.linkedin.posts.all.length = 0;
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(fake.server.visibleAt).toHaveLength(2);
  });

  test.each([
    refuse(403, 'ACCESS_DENIED'),
    refuse(404, 'NOT_FOUND'),
    refuse(429, 'TOO_MANY_REQUESTS'),
    refuse(500, 'X'),
  ])('stays published if LinkedIn does not say: %j', async (answer) => {
    answerState(answer);
    expect(await start().try()).toMatchObject({ kind: 'published' });
    expect(asks()).toBe(1);
  });

  test('stays published if LinkedIn does not finish within ten minutes', async () => {
    answerState(...Array<FakeResponse>(99).fill(inState('PUBLISH_REQUESTED')));
    expect(await start().finish()).toMatchObject({ kind: 'published' });
    expect(asks()).toBeLessThan(35);
  });
});

test('a post without files needs no question', async () => {
  expect(await start([]).try()).toMatchObject({ kind: 'published' });
  expect(asks()).toBe(0);
});
