import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outgoing, Session } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget } from '../testing/target.ts';
import { startFake, type TiktokFake } from './fake.ts';
import { accept, refuse } from './fake-requests.ts';
import { tiktok } from './index.ts';

const settings = { consent: true, privacy_level: 'SELF_ONLY', paid_partnership: false, own_brand: false };
const draft = { consent: true, post_mode: 'MEDIA_UPLOAD' };
const video = makeMedia({ kind: 'video', altText: null, size: 68 });
const photo = (name: string) =>
  makeMedia({ mimeType: 'image/jpeg', link: () => `https://belfry.test/files/${name}.jpg` });
const photos = [photo('one'), photo('two')];
const asking = '/v2/post/publish/status/fetch/';
const creatorInfo = '/v2/post/publish/creator_info/query/';

let fake: TiktokFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(post: Partial<Outgoing> = {}, own: Partial<Session> = {}) {
  return startTarget(tiktok, { text: 'Ding #bell', settings, media: [video], ...post }, fake, own);
}

const calls = () =>
  fake.server.requests.map(({ method, path }) => `${method} ${path.replace(/^\/[^/]*/, '')}`);
const bodyOf = (path: string) => fake.server.requests.find((each) => each.path.endsWith(path))?.json;
const source_info = { source: 'FILE_UPLOAD', video_size: 68, chunk_size: 68, total_chunk_count: 1 };

describe('a video', () => {
  test('is published in this order, with all settings', async () => {
    const chosen = {
      ...settings,
      privacy_level: 'PUBLIC_TO_EVERYONE',
      paid_partnership: true,
      own_brand: true,
      disable_comment: false,
      disable_duet: false,
      disable_stitch: false,
      made_with_ai: true,
      cover_at_ms: 1500,
    };
    expect(await start({ settings: chosen }).finish()).toEqual({
      kind: 'published',
      id: '7189000000000000123',
      url: 'https://www.tiktok.com/@ada/video/7189000000000000123',
      warnings: [],
    });
    expect(calls()).toEqual([
      `POST ${creatorInfo}`,
      'POST /v2/post/publish/video/init/',
      'PUT /video/',
      `POST ${asking}`,
      `POST ${asking}`,
    ]);
    expect(bodyOf('/video/init/')).toEqual({
      post_info: {
        title: 'Ding #bell',
        privacy_level: 'PUBLIC_TO_EVERYONE',
        disable_comment: false,
        disable_duet: false,
        disable_stitch: false,
        brand_content_toggle: true,
        brand_organic_toggle: true,
        is_aigc: true,
        video_cover_timestamp_ms: 1500,
      },
      source_info,
    });
    expect(bodyOf(asking)).toEqual({ publish_id: 'v_pub_file~v2.75000' });
  });

  test('without a text has no interactions that nobody allowed', async () => {
    expect(await start({ text: '' }).finish()).toEqual({
      kind: 'published',
      id: 'v_pub_file~v2.75000',
      url: null,
      warnings: [],
    });
    expect(bodyOf('/video/init/')).toEqual({
      post_info: {
        privacy_level: 'SELF_ONLY',
        disable_comment: true,
        disable_duet: true,
        disable_stitch: true,
        brand_content_toggle: false,
        brand_organic_toggle: false,
        is_aigc: false,
      },
      source_info,
    });
  });

  test('has no interactions that the account has switched off, and people are told', async () => {
    fake.tiktok.creator = {
      ...fake.tiktok.creator,
      comment_disabled: true,
      duet_disabled: true,
      stitch_disabled: true,
    };
    const open = { disable_comment: false, disable_duet: false, disable_stitch: false };
    expect(await start({ settings: { ...settings, ...open } }).finish()).toMatchObject({
      kind: 'published',
      warnings: ['comments', 'duets', 'stitches'].map(
        (name) => `The account does not allow ${name} at TikTok, so this post has none.`,
      ),
    });
    expect(bodyOf('/video/init/')).toMatchObject({
      post_info: { disable_comment: true, disable_duet: true, disable_stitch: true },
    });
  });

  test('holds no worker while TikTok processes it', async () => {
    fake.tiktok.posts.questions = 3;
    const target = start();
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing', seconds: 15 });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(calls().filter((call) => call.endsWith(asking))).toHaveLength(4);
  });

  test('that TikTok does not finish in two hours may still appear, and is not sent again by a question', async () => {
    fake.tiktok.posts.questions = 10_000;
    const target = start();
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed', cause: 'not_finished' });
    for (const publication of fake.tiktok.posts.all) publication.pending = 0;
    expect(await target.finish()).toMatchObject({ kind: 'published', id: 'v_pub_file~v2.75000' });
    expect(calls().filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });

  test('that TikTok refuses after the upload fails with a sentence', async () => {
    fake.tiktok.posts.failure = 'frame_rate_check_failed';
    expect(await start().finish()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      message: 'TikTok does not accept the frame rate of this video.',
    });
    expect(fake.visible()).toEqual([]);
  });

  test.each([
    ['a refused question', refuse(400, 'invalid_params')],
    ['an unknown id', refuse(400, 'invalid_publish_id')],
    ['a question too many', refuse(429, 'rate_limit_exceeded')],
    ['a failure', { status: 500 }],
    ['an unknown status', accept({ status: 'NEW' })],
    ['no status', accept({})],
  ])('is not lost by %s after it was sent', async (_, answer) => {
    fake.tiktok.refusals.set(asking, [answer]);
    const target = start();
    expect(await target.try()).toMatchObject({ kind: 'later' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(calls().filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });
});

describe('a draft', () => {
  test('of a video is handed over, without text and settings', async () => {
    expect(await start({ settings: draft }).finish()).toEqual({
      kind: 'published',
      id: 'v_inbox_file~v2.75000',
      url: null,
      warnings: [],
      handedOver: true,
    });
    expect(calls()[0]).toBe('POST /v2/post/publish/inbox/video/init/');
    expect(bodyOf('/video/init/')).toEqual({ source_info });
  });

  test('of photos is handed over with its texts', async () => {
    const post = { settings: { ...draft, title: 'Bells', auto_add_music: true }, media: photos };
    expect(await start(post).finish()).toMatchObject({
      id: 'p_pub_url~v2.75000',
      url: null,
      handedOver: true,
    });
    expect(bodyOf('/content/init/')).toEqual({
      media_type: 'PHOTO',
      post_mode: 'MEDIA_UPLOAD',
      post_info: { title: 'Bells', description: 'Ding #bell' },
      source_info: {
        source: 'PULL_FROM_URL',
        photo_cover_index: 0,
        photo_images: ['https://belfry.test/files/one.jpg', 'https://belfry.test/files/two.jpg'],
      },
    });
  });

  test('waits while the account has too many of them', async () => {
    fake.tiktok.refusals.set('/v2/post/publish/inbox/video/init/', [
      refuse(403, 'spam_risk_too_many_pending_share'),
    ]);
    expect(await start({ settings: draft }).try()).toMatchObject({
      because: 'throttled',
      seconds: 3600,
    });
  });
});

describe('before a post', () => {
  test('TikTok is asked again what the account allows', async () => {
    fake.tiktok.creator = { ...fake.tiktok.creator, privacy_level_options: ['FOLLOWER_OF_CREATOR'] };
    expect(await start().finish()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      message: 'TikTok offers this account only “Followers”.',
    });
    expect(calls()).toEqual([`POST ${creatorInfo}`]);
  });

  test.each([
    [300, 'published'],
    [300.5, 'failed'],
    [null, 'published'],
  ])('a video of %j seconds is %s', async (duration, kind) => {
    expect(await start({ media: [{ ...video, duration }] }).finish()).toMatchObject({ kind });
  });

  test.each(['spam_risk_too_many_posts', 'reached_active_user_cap'])(
    'a cap that TikTok states with status 200 holds the post: %s',
    async (code) => {
      fake.tiktok.refusals.set(creatorInfo, [refuse(200, code)]);
      const target = start();
      expect(await target.try()).toMatchObject({ because: 'throttled', seconds: 3600 });
      expect(await target.finish()).toMatchObject({ kind: 'published' });
    },
  );

  test('an app without an audit publishes only for the account itself', async () => {
    fake.tiktok.isAudited = false;
    const app = { ...fake.app, audited: false };
    const refused = { kind: 'failed', code: 'rejected', message: expect.stringContaining('not audited') };
    expect(await start().finish()).toMatchObject(refused);
    expect(await start({}, { app }).finish()).toMatchObject({ ...refused, field: 'settings.post_mode' });
    expect(await start({ settings: draft }, { app }).finish()).toMatchObject({ kind: 'published' });
    fake.tiktok.creator = {
      ...fake.tiktok.creator,
      privacy_level_options: ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    };
    const seen = { ...settings, privacy_level: 'FOLLOWER_OF_CREATOR' };
    expect(await start({ settings: seen }, { app }).finish()).toMatchObject(refused);
    expect(await start({}, { app }).finish()).toMatchObject({ kind: 'published' });
  });

  test('files must be there', async () => {
    expect(await start({ media: [] }).finish()).toMatchObject({ kind: 'failed', code: 'rejected' });
    expect(calls()).toEqual([]);
  });
});

describe('the engine', () => {
  /** A run that carries out everything at once, and notes what it is told. */
  function makeRun() {
    const told: Record<string, unknown> = {};
    const run = {
      step: (name: string, effect: () => unknown, options: unknown) => {
        told[name] = options;
        return effect();
      },
      commit: (_: string, effect: (key: string, sent: unknown) => unknown) => effect('', { times: 0 }),
      until: (name: string, _: unknown, options: unknown) => {
        told[name] = options;
        return { isDraft: false, postId: null };
      },
    };
    return { run: run as unknown as Run, told };
  }
  const post: Outgoing = { text: '', settings, media: [video] };

  test('keeps the address of an upload secret, and asks slowly for the status', async () => {
    const { run, told } = makeRun();
    await tiktok.publish(post as never, openSession(fake) as never, run);
    expect(told).toEqual({
      creator: undefined,
      upload: { sealed: true },
      status: { every: 15, within: 7200, of: 'video' },
    });
  });

  test('is told which setting is wrong', async () => {
    fake.tiktok.creator = { ...fake.tiktok.creator, privacy_level_options: ['FOLLOWER_OF_CREATOR'] };
    const publishing = tiktok.publish(post as never, openSession(fake) as never, makeRun().run);
    await expect(publishing).rejects.toMatchObject({ fault: { field: 'settings.privacy_level' } });
  });
});
