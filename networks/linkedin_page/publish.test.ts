import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '../core/network.ts';
import type { Grant } from '../families/linkedin/api.ts';
import type { App } from '../families/linkedin/app.ts';
import { refuse } from '../families/linkedin/fake-refusal.ts';
import { openSession, startTarget } from '../testing/target.ts';
import { type PageFake, startFake } from './fake.ts';
import { linkedinPage } from './index.ts';
import { measure } from './measure.ts';

let fake: PageFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function sessionOf(): Session<Grant, App> {
  return openSession<Grant>(fake) as Session<Grant, App>;
}

const listCalls = () => fake.server.requests.map(({ method, path }) => `${method} ${path}`);

test('a Page publishes under its own name, and comments', async () => {
  const settings = { first_comment: 'More at https://bells.example/ (soon)', visibility: 'logged_in' };
  const outcome = await startTarget(linkedinPage, { text: 'Hear', settings }, fake).finish();
  const [post] = fake.linkedin.posts.all;
  expect(outcome).toEqual({
    kind: 'published',
    id: post?.id,
    url: `https://www.linkedin.com/feed/update/${post?.id}/`,
    warnings: [],
  });
  expect(post?.body).toMatchObject({ author: 'urn:li:organization:2414183', visibility: 'LOGGED_IN' });
  // A comment is plain text.
  expect(post?.comments).toEqual(['More at https://bells.example/ (soon)']);
});

test('a comment that LinkedIn refuses is a warning, and is not sent again', async () => {
  fake.linkedin.scopes = fake.linkedin.scopes.filter((scope) => !scope.endsWith('_feed'));
  const target = startTarget(linkedinPage, { settings: { first_comment: 'More' } }, fake);
  expect(await target.finish()).toMatchObject({
    kind: 'published',
    warnings: [expect.stringContaining('comment: LinkedIn does not allow')],
  });
  expect(listCalls().filter((call) => call.endsWith('/comments'))).toHaveLength(1);
});

test('a token without the rights of the Page holds the channel', async () => {
  fake.linkedin.refusals.push(
    refuse(400, 'X', 'Organization permissions must be used when using organization as author'),
  );
  expect(await startTarget(linkedinPage, {}, fake).try()).toMatchObject({ kind: 'held' });
});

test('a post is removed, and one that is gone counts as removed', async () => {
  await startTarget(linkedinPage, {}, fake).finish();
  const [{ id } = { id: '' }] = fake.linkedin.posts.all;
  await linkedinPage.remove?.({ id, url: null }, sessionOf());
  expect(fake.linkedin.posts.all).toEqual([]);
  await linkedinPage.remove?.({ id, url: null }, sessionOf());
  fake.linkedin.refusals.push(refuse(404, 'NOT_FOUND'));
  await linkedinPage.remove?.({ id, url: null }, sessionOf());
});

test('a removal without a clear answer is no removal', async () => {
  fake.linkedin.refusals.push(refuse(500, 'INTERNAL_SERVER_ERROR'));
  const removing = linkedinPage.remove?.({ id: 'urn:li:share:1', url: null }, sessionOf());
  await expect(removing).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
});

test('the numbers of posts of both kinds are read, and missing ones are left out', async () => {
  const [share, video, quiet] = ['urn:li:share:11', 'urn:li:ugcPost:12', 'urn:li:share:13'];
  fake.statistics.set(share, {
    impressionCount: 100,
    uniqueImpressionsCount: 80,
    likeCount: -1,
    commentCount: 0,
    shareCount: 2,
    clickCount: 7,
    engagement: 0.1,
  });
  fake.statistics.set(video, { impressionCount: 5, likeCount: '3' });
  const posts = [share, video, quiet].map((id) => ({ id, url: null }));
  expect(await measure.read(posts, sessionOf())).toEqual(
    new Map([
      [share, { impressions: 100, reach: 80, likes: 0, comments: 0, shares: 2, clicks: 7 }],
      [video, { impressions: 5 }],
    ]),
  );
  expect(fake.server.requests).toHaveLength(2);
});

test('no call is made for a kind of which there are no posts', async () => {
  expect(await measure.read([{ id: 'urn:li:ugcPost:1', url: null }], sessionOf())).toEqual(new Map());
  expect(fake.server.requests).toHaveLength(1);
});

test('numbers of a post that was not asked for are ignored', async () => {
  const element = { share: 'urn:li:share:9', totalShareStatistics: { likeCount: 1 } };
  fake.linkedin.refusals.push({ status: 200, body: { elements: [element] } });
  expect(await measure.read([{ id: 'urn:li:share:1', url: null }], sessionOf())).toEqual(new Map());
});

test('numbers are kept for two days', () => {
  expect([measure.batch, measure.keepFor]).toEqual([20, 172_800]);
});

test.each([
  [refuse(403, 'ACCESS_DENIED'), 'rejected'],
  [refuse(401, 'REVOKED_ACCESS_TOKEN'), 'reconnect'],
  [refuse(401, 'EXPIRED_ACCESS_TOKEN'), 'expired'],
  [refuse(500, 'INTERNAL_SERVER_ERROR'), 'unavailable'],
])(
  'an error is no number, and a role that may not read them is no lost sign-in: %j',
  async (answer, kind) => {
    fake.linkedin.refusals.push(answer);
    const reading = measure.read([{ id: 'urn:li:share:1', url: null }], sessionOf());
    await expect(reading).rejects.toMatchObject({ fault: { kind } });
  },
);
