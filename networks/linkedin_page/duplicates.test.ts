import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NetworkFault } from '../core/fault.ts';
import { encodeLittle } from '../families/linkedin/text.ts';
import { startTarget, type TestTarget } from '../testing/target.ts';
import { type PageFake, startFake } from './fake.ts';
import { linkedinPage } from './index.ts';

let fake: PageFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const text = 'Hear #bells (now)';

function start(): TestTarget {
  return startTarget(linkedinPage, { text }, fake);
}

/** A post of the same author, made `seconds` after the fake's present. */
function addTwin(seconds: number, changes: object = {}) {
  const body = {
    author: fake.account.id,
    commentary: encodeLittle(text),
    lifecycleState: 'PUBLISHED',
    ...changes,
  };
  return fake.linkedin.posts.add(body, fake.server.now().getTime() + seconds * 1000);
}

const unconfirmed = { kind: 'unconfirmed' };

/**
 * The list does not show the first send, so that Belfry sends it again after five minutes. LinkedIn's clock is so many
 * seconds ahead of ours.
 */
async function startBehind(ahead = 0): Promise<TestTarget> {
  const target = start();
  fake.server.now = () => new Date(target.session.now().getTime() + ahead * 1000);
  fake.server.faults.push('accept_then_drop');
  await target.try();
  fake.lag?.(Number.POSITIVE_INFINITY);
  target.wait(300);
  return target;
}

describe('a repetition that LinkedIn refuses as a duplicate', () => {
  test('is our first send if the time in the id and the post itself say so', async () => {
    const target = await startBehind();
    const [post] = fake.linkedin.posts.all;
    expect(await target.try()).toMatchObject({
      kind: 'published',
      id: post?.id,
      url: `https://www.linkedin.com/feed/update/${post?.id}/`,
    });
    expect(fake.linkedin.posts.all).toHaveLength(1);
  });

  test.each([-60, 60])(
    'is our first send if LinkedIn’s clock differs by %i seconds, too',
    async (seconds) => {
      const target = await startBehind(seconds);
      expect(await target.try()).toMatchObject({ kind: 'published', id: fake.linkedin.posts.all[0]?.id });
    },
  );

  test('of a post that does not exist stays in doubt', async () => {
    const target = await startBehind();
    fake.linkedin.posts.nameTwin = () => fake.linkedin.posts.makeId();
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.finish()).toMatchObject(unconfirmed);
  });

  test('of a post that does not exist, with the time of the first send, stays in doubt', async () => {
    const target = await startBehind();
    const at = fake.linkedin.posts.all[0]?.createdAt ?? 0;
    fake.linkedin.posts.nameTwin = () => fake.linkedin.posts.makeId(at + 1000);
    expect(await target.finish()).toMatchObject(unconfirmed);
  });

  test.each([
    ['an older post', -6],
    ['a post that the author wrote elsewhere after our send', 36],
  ])('that names %s stays in doubt', async (_, seconds) => {
    const target = await startBehind();
    const first = fake.linkedin.posts.all[0]?.createdAt ?? 0;
    const twin = addTwin((first - fake.server.now().getTime()) / 1000 + seconds);
    fake.linkedin.posts.nameTwin = () => twin.id;
    expect(await target.finish()).toMatchObject(unconfirmed);
  });

  test.each([-5, 35])('that names a post %i seconds from the first send is ours', async (seconds) => {
    const target = await startBehind();
    const first = fake.linkedin.posts.all[0]?.createdAt ?? 0;
    const twin = addTwin((first - fake.server.now().getTime()) / 1000 + seconds);
    fake.linkedin.posts.nameTwin = () => twin.id;
    expect(await target.try()).toMatchObject({ kind: 'published', id: twin.id });
  });

  test.each([
    ['of another author', { author: 'urn:li:organization:1' }],
    ['with another text', { commentary: 'Another' }],
  ])('that names a post %s stays in doubt', async (_, changes) => {
    const target = await startBehind();
    const first = fake.linkedin.posts.all[0]?.createdAt ?? 0;
    const twin = addTwin((first - fake.server.now().getTime()) / 1000, changes);
    fake.linkedin.posts.nameTwin = () => twin.id;
    expect(await target.finish()).toMatchObject(unconfirmed);
  });

  test('stays in doubt if the named post cannot be read, and is found in the list', async () => {
    const target = await startBehind();
    const { http } = target.session;
    target.session.http = async (request) => {
      const isReading = request.url.includes('viewContext');
      const message = 'LinkedIn could not be reached.';
      if (isReading) throw new NetworkFault({ kind: 'unavailable', message, sent: false });
      return http(request);
    };
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    fake.lag?.(0);
    expect(await target.finish()).toMatchObject({ kind: 'published', id: fake.linkedin.posts.all[0]?.id });
    expect(fake.linkedin.posts.all).toHaveLength(1);
  });

  test('is found as soon as the list shows it', async () => {
    const target = await startBehind();
    fake.linkedin.posts.nameTwin = () => 'urn:li:share:1';
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    fake.lag?.(0);
    expect(await target.finish()).toMatchObject({ kind: 'published', id: fake.linkedin.posts.all[0]?.id });
    expect(fake.linkedin.posts.all).toHaveLength(1);
  });
});

test('a first send that LinkedIn refuses as a duplicate fails, and names the twin', async () => {
  const twin = addTwin(-3600);
  expect(await start().try()).toMatchObject({
    kind: 'failed',
    code: 'rejected',
    networkCode: 'DUPLICATE_POST',
    message: expect.stringContaining(twin.id),
  });
});
