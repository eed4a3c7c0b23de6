import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Version } from '../core/limits.ts';
import { makeMedia } from '../testing/media.ts';
import { openSession } from '../testing/target.ts';
import type { Grant, TiktokSession } from './api.ts';
import { check, checkPost, options } from './creator.ts';
import { startFake, type TiktokFake } from './fake.ts';
import { accept, refuse } from './fake-requests.ts';

const creatorInfo = '/v2/post/publish/creator_info/query/';
const draft = { consent: true, post_mode: 'MEDIA_UPLOAD' };

let fake: TiktokFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function makeSession(changes: Partial<TiktokSession> = {}): TiktokSession {
  return { ...openSession<Grant>(fake), app: fake.app, ...changes };
}

function makeVersion(settings: Version['settings'], duration: number | null = 9): Version {
  return { text: '', settings, media: [makeMedia({ kind: 'video', duration })] };
}

const ask = (field = 'privacy_level') => ({ field, query: undefined, settings: {} });
const refuseNext = (...answers: ReturnType<typeof refuse>[]) =>
  fake.tiktok.refusals.set(creatorInfo, answers);

describe('the visibilities that are offered', () => {
  test('are those that TikTok offers the account now', async () => {
    expect(await options(makeSession(), ask())).toEqual([
      { value: 'PUBLIC_TO_EVERYONE', title: 'Public' },
      { value: 'MUTUAL_FOLLOW_FRIENDS', title: 'Friends' },
      { value: 'SELF_ONLY', title: 'Only the account itself' },
    ]);
    fake.tiktok.creator = {
      ...fake.tiktok.creator,
      privacy_level_options: ['SELF_ONLY', 'FOLLOWER_OF_CREATOR', 'NEW', 7],
    };
    expect(await options(makeSession(), ask())).toEqual([
      { value: 'FOLLOWER_OF_CREATOR', title: 'Followers' },
      { value: 'SELF_ONLY', title: 'Only the account itself' },
    ]);
  });

  test.each([{ audited: false }, {}])('are only the account itself without an audit: %j', async (audit) => {
    const { audited: _, ...app } = fake.app;
    expect(await options(makeSession({ app: { ...app, ...audit } }), ask())).toEqual([
      { value: 'SELF_ONLY', title: 'Only the account itself' },
    ]);
  });

  test('need no call for another setting', async () => {
    expect(await options(makeSession(), ask('title'))).toEqual([]);
    expect(fake.server.requests).toEqual([]);
  });

  test.each([{ privacy_level_options: [] }, { privacy_level_options: 'SELF_ONLY' }, {}])(
    'are unknown if TikTok names none: %j',
    async (creator) => {
      refuseNext(accept(creator));
      await expect(options(makeSession(), ask())).rejects.toMatchObject({
        fault: { kind: 'unavailable', sent: true },
      });
    },
  );
});

describe('a check of an account', () => {
  test('finds nothing if the account may publish', async () => {
    expect(await check(makeSession())).toEqual([]);
    expect(fake.server.requests[0]).toMatchObject({ method: 'POST', json: {} });
  });

  test.each(['spam_risk_too_many_posts', 'spam_risk_user_banned_from_posting', 'reached_active_user_cap'])(
    'tells %s',
    async (code) => {
      refuseNext(refuse(200, code));
      expect(await check(makeSession())).toEqual([expect.stringMatching(/\.$/)]);
    },
  );

  test('asks nothing for which the account has no scope', async () => {
    const grant = { ...makeSession().grant, scopes: ['video.upload'] };
    expect(await check(makeSession({ grant }))).toEqual([]);
    expect(fake.server.requests).toEqual([]);
  });

  test.each([
    [refuse(401, 'access_token_invalid'), 'expired'],
    [refuse(401, 'scope_not_authorized'), 'reconnect'],
    [{ status: 503 }, 'unavailable'],
  ])('fails with %j', async (answer, kind) => {
    refuseNext(answer as ReturnType<typeof refuse>);
    await expect(check(makeSession())).rejects.toMatchObject({ fault: { kind } });
  });
});

describe('a check of a post', () => {
  test.each<[string, Version, string[]]>([
    ['allowed', makeVersion({ privacy_level: 'SELF_ONLY' }), []],
    ['of an unknown duration', makeVersion({ privacy_level: 'SELF_ONLY' }, null), []],
    ['of the longest duration', makeVersion({ privacy_level: 'SELF_ONLY' }, 300), []],
    [
      'of a visibility that the account does not have',
      makeVersion({ privacy_level: 'FOLLOWER_OF_CREATOR' }),
      ['TikTok offers this account only “Public”, “Friends”, “Only the account itself”.'],
    ],
    [
      'too long',
      makeVersion({ privacy_level: 'SELF_ONLY' }, 301),
      ['TikTok allows this account videos of at most 300 seconds.'],
    ],
    ['a draft', makeVersion(draft, 301), []],
  ])('that is %s', async (_, version, sentences) => {
    expect(await checkPost(version, makeSession())).toEqual(sentences);
  });

  test.each([{ audited: false }, {}])(
    'of a public account tells what an audit is needed for: %j',
    async (audit) => {
      const { audited: _, ...app } = fake.app;
      const session = makeSession({ app: { ...app, ...audit } });
      const post = makeVersion({ privacy_level: 'SELF_ONLY' });
      expect(await checkPost(post, session)).toEqual([
        'TikTok has not audited the app of this installation, so this account must be private. Make it private in the app of TikTok, or send a draft.',
      ]);
      expect(await checkPost(makeVersion(draft), session)).toEqual([]);
      fake.tiktok.creator = {
        ...fake.tiktok.creator,
        privacy_level_options: ['FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
      };
      expect(await checkPost(post, session)).toEqual([]);
    },
  );

  test('tells why the account may not publish', async () => {
    refuseNext(refuse(200, 'spam_risk_too_many_posts', 'Too many.'));
    expect(await checkPost(makeVersion({ privacy_level: 'SELF_ONLY' }), makeSession())).toEqual([
      'This account has published as much as TikTok allows in 24 hours. Too many.',
    ]);
  });

  test('has no longest duration if TikTok states none', async () => {
    const { max_video_post_duration_sec: _, ...creator } = fake.tiktok.creator;
    fake.tiktok.creator = creator;
    expect(await checkPost(makeVersion({ privacy_level: 'SELF_ONLY' }, 9999), makeSession())).toEqual([]);
  });
});
