import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget } from '../testing/target.ts';
import type { App, Grant, YoutubeSession } from './api.ts';
import { startFake, type YoutubeFake } from './fake.ts';
import { refuse } from './fake-refusal.ts';
import { youtube } from './index.ts';
import { measure, remove } from './metrics.ts';

let fake: YoutubeFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

/** A session at the fake, or at a YouTube that always gives this answer. */
function open(answer?: { status: number; body?: unknown }): YoutubeSession {
  const session = openSession<Grant, App>(fake);
  const { status = 0, body: json } = answer ?? {};
  const http = async () => ({ headers: {}, text: '', json, status });
  return answer === undefined ? session : { ...session, http };
}

async function publish(...titles: string[]) {
  const media = [makeMedia({ kind: 'video' })];
  for (const text of titles)
    await startTarget(youtube, { text, media, settings: { made_for_kids: false } }, fake).finish();
  fake.server.requests.length = 0;
  return fake.channel.videos.map(({ id }) => ({ id, url: null }));
}

const part = { id: 'bell_video-1', url: null };
const list = (items: unknown) => ({ status: 200, body: { items } });

describe('the numbers of videos', () => {
  test('are read together', async () => {
    const parts = await publish('a', 'b');
    const numbers = { views: 90, likes: 3, comments: 4 };
    expect(await measure.read(parts, open())).toEqual(new Map(parts.map(({ id }) => [id, numbers])));
    expect(fake.server.requests.map(({ path }) => path)).toEqual(['/www.googleapis.com/youtube/v3/videos']);
    expect(Object.fromEntries(fake.server.requests[0]?.query ?? [])).toEqual({
      part: 'statistics',
      id: 'bell_video-1,bell_video-2',
    });
  });

  test('are read at most 50 at once', async () => {
    const parts = Array.from({ length: measure.batch + 1 }, (_, at) => ({ id: `v${at}`, url: null }));
    expect(await measure.read(parts.slice(1), open())).toEqual(new Map());
    await expect(measure.read(parts, open())).rejects.toMatchObject({ fault: { kind: 'rejected' } });
  });

  test('need no other scope than uploading does', async () => {
    const parts = await publish('a');
    const session = open();
    const scopes = session.grant.scopes.filter((scope) => !scope.endsWith('force-ssl'));
    const read = await measure.read(parts, { ...session, grant: { ...session.grant, scopes } });
    expect(read.size).toBe(1);
  });

  test.each([
    [{ viewCount: '0' }, { views: 0 }],
    [{ viewCount: 7, likeCount: '-1', commentCount: '1e3' }, {}],
    [{ viewCount: '99999999999999999999' }, { views: Number.MAX_SAFE_INTEGER }],
    [undefined, {}],
  ])('are absent where YouTube states none: %j', async (statistics, expected) => {
    const items = [{ id: part.id, statistics }, { id: 'another' }, null];
    expect(await measure.read([part], open(list(items)))).toEqual(new Map([[part.id, expected]]));
  });

  test.each([
    [refuse(401, 'authError'), 'expired'],
    [refuse(403, 'quotaExceeded'), 'throttled'],
    [{ status: 502 }, 'unavailable'],
    [{ status: 200 }, 'unavailable'],
    [list({}), 'unavailable'],
  ])('end with the fault of the answer: %j', async (answer, kind) => {
    await expect(measure.read([part], open(answer))).rejects.toMatchObject({ fault: { kind } });
  });
});

describe('a video', () => {
  test('is deleted, and one that is gone counts as deleted', async () => {
    await publish('a', 'b');
    await remove(part, open());
    expect(fake.channel.videos.map(({ id }) => id)).toEqual(['bell_video-2']);
    await remove(part, open());
    expect(fake.server.requests.map(({ method, query }) => `${method} ${query}`)).toEqual(
      Array(2).fill('DELETE id=bell_video-1'),
    );
  });

  test('is not deleted, with a sentence, if the person did not allow it', async () => {
    await publish('a');
    const session = open();
    const scopes = session.grant.scopes.filter((scope) => !scope.endsWith('force-ssl'));
    const limited = { ...session, grant: { ...session.grant, scopes } };
    const fault = { kind: 'rejected', message: expect.stringContaining('does not allow deleting') };
    await expect(remove(part, limited)).rejects.toMatchObject({ fault });
    expect(fake.server.requests).toEqual([]);
  });

  test.each([
    [refuse(401, 'authError'), { kind: 'expired' }],
    [refuse(403, 'quotaExceeded'), { kind: 'throttled', scope: 'channel' }],
    [refuse(403, 'insufficientPermissions'), { kind: 'reconnect' }],
    [refuse(403, 'forbidden'), { kind: 'rejected', message: 'YouTube does not allow deleting this video.' }],
    [{ status: 500 }, { kind: 'unavailable' }],
    [{ status: 200 }, { kind: 'unavailable' }],
  ])('is not deleted without a clear answer: %j', async (answer, fault) => {
    await expect(remove(part, open(answer))).rejects.toMatchObject({ fault });
  });
});
