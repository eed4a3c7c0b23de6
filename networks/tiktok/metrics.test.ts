import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget } from '../testing/target.ts';
import type { Grant, TiktokSession } from './api.ts';
import { startFake, type TiktokFake } from './fake.ts';
import { accept, refuse } from './fake-requests.ts';
import { tiktok } from './index.ts';
import { measure } from './metrics.ts';

const path = '/v2/video/query/';
const seen = {
  consent: true,
  privacy_level: 'PUBLIC_TO_EVERYONE',
  paid_partnership: false,
  own_brand: false,
};

let fake: TiktokFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function makeSession(): TiktokSession {
  const session = { ...openSession<Grant>(fake), app: fake.app };
  fake.server.now = session.now;
  return session;
}

const asked = () => fake.server.requests.filter((each) => each.path.endsWith(path));
const partOf = (id: string) => ({ id, url: null });

test('the numbers of public posts are read together', async () => {
  const media = [makeMedia({ kind: 'video' })];
  for (const text of ['a', 'b']) await startTarget(tiktok, { text, settings: seen, media }, fake).finish();
  const ids = fake.tiktok.posts.all.map(({ postId }) => postId ?? '');
  const numbers = { views: 90, likes: 8, comments: 3, shares: 2 };
  expect(await measure.read(ids.map(partOf), makeSession())).toEqual(new Map(ids.map((id) => [id, numbers])));
  expect(asked()).toHaveLength(1);
  expect(String(asked()[0]?.query)).toBe('fields=id%2Cview_count%2Clike_count%2Ccomment_count%2Cshare_count');
  expect(asked()[0]?.json).toEqual({ filters: { video_ids: ids } });
});

test('a post without a page, and one that TikTok no longer has, are left out', async () => {
  expect(await measure.read([partOf('v_pub_file~v2.1')], makeSession())).toEqual(new Map());
  expect(asked()).toEqual([]);
  expect(await measure.read([partOf('v_pub_file~v2.1'), partOf('71')], makeSession())).toEqual(new Map());
  expect(asked()[0]?.json).toEqual({ filters: { video_ids: ['71'] } });
});

test('without the scope nothing is asked', async () => {
  const session = makeSession();
  const grant = { ...session.grant, scopes: ['video.publish'] };
  expect(await measure.read([partOf('71')], { ...session, grant })).toEqual(new Map());
  expect(asked()).toEqual([]);
});

test.each([
  [
    { view_count: 0, like_count: 2 },
    { views: 0, likes: 2 },
  ],
  [{ view_count: '3', comment_count: -1, share_count: null }, {}],
])('numbers that TikTok does not state are absent: %j', async (numbers, expected) => {
  const videos = [{ id: '71', ...numbers }, { id: '99', view_count: 1 }, { id: 7 }, null];
  fake.tiktok.refusals.set(path, [accept({ videos })]);
  expect(await measure.read([partOf('71')], makeSession())).toEqual(new Map([['71', expected]]));
});

test.each([
  [refuse(429, 'rate_limit_exceeded'), 'throttled'],
  [refuse(401, 'access_token_invalid'), 'expired'],
  [{ status: 200, body: 'Welcome' }, 'unavailable'],
])('a failure is no number: %j', async (answer, kind) => {
  fake.tiktok.refusals.set(path, [answer]);
  await expect(measure.read([partOf('71')], makeSession())).rejects.toMatchObject({ fault: { kind } });
});

test('at most 20 posts are asked for at once, and cost nothing', () => {
  expect(measure.batch).toBe(20);
  expect(measure).not.toHaveProperty('costs');
});
