import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outgoing } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget } from '../testing/target.ts';
import type { Grant } from './api.ts';
import { startFake, type TiktokFake } from './fake.ts';
import { accept, refuse } from './fake-requests.ts';
import { tiktok } from './index.ts';
import { partOf, revisit } from './status.ts';

const settings = { consent: true, privacy_level: 'SELF_ONLY', paid_partnership: false, own_brand: false };
const video = makeMedia({ kind: 'video', altText: null });
const photo = (name: string) =>
  makeMedia({ mimeType: 'image/jpeg', link: () => `https://belfry.test/files/${name}.jpg` });
const photos = [photo('one'), photo('two')];
const asking = '/v2/post/publish/status/fetch/';

let fake: TiktokFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(post: Partial<Outgoing> = {}) {
  return startTarget(tiktok, { text: 'Ding #bell', settings, media: photos, ...post }, fake);
}

const calls = () =>
  fake.server.requests.map(({ method, path }) => `${method} ${path.replace(/^\/[^/]*/, '')}`);
const bodyOf = (path: string) => fake.server.requests.find((each) => each.path.endsWith(path))?.json;

describe('photos', () => {
  test('are fetched by TikTok from public addresses', async () => {
    const chosen = {
      ...settings,
      privacy_level: 'PUBLIC_TO_EVERYONE',
      title: 'Bells',
      photo_cover_index: 1,
      auto_add_music: true,
      disable_comment: false,
    };
    expect(await start({ settings: chosen, media: photos }).finish()).toEqual({
      kind: 'published',
      id: '7189000000000000123',
      url: 'https://www.tiktok.com/@ada/photo/7189000000000000123',
      warnings: [],
    });
    expect(bodyOf('/content/init/')).toEqual({
      media_type: 'PHOTO',
      post_mode: 'DIRECT_POST',
      post_info: {
        title: 'Bells',
        description: 'Ding #bell',
        privacy_level: 'PUBLIC_TO_EVERYONE',
        disable_comment: false,
        brand_content_toggle: false,
        brand_organic_toggle: false,
        auto_add_music: true,
      },
      source_info: {
        source: 'PULL_FROM_URL',
        photo_cover_index: 1,
        photo_images: ['https://belfry.test/files/one.jpg', 'https://belfry.test/files/two.jpg'],
      },
    });
  });

  test('from a domain that the operator has not verified wait for the operator', async () => {
    fake.tiktok.refusals.set('/v2/post/publish/content/init/', [refuse(403, 'url_ownership_unverified')]);
    const target = start({ media: photos });
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 900 });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
  });

  test.each([{ status: 500 }, accept({}), accept({ publish_id: 7 })])(
    'whose answer makes no sense end unconfirmed, and are not sent again: %j',
    async (answer) => {
      fake.tiktok.refusals.set('/v2/post/publish/content/init/', [answer]);
      expect(await start({ media: photos }).finish()).toMatchObject({ kind: 'unconfirmed' });
      expect(calls().filter((call) => call.endsWith('/content/init/'))).toHaveLength(1);
    },
  );

  test.each([
    ['the wrong type', { mimeType: 'image/png' }, 'format of this file'],
    ['too many pixels', { width: 1081 }, 'width or height'],
    ['an address that TikTok cannot reach', { link: () => 'https://tower.test/bell.jpg' }, 'could not fetch'],
  ])('of which one has %s are not published', async (_, facts, words) => {
    fake.host?.(photos);
    const wrong = makeMedia({
      mimeType: 'image/jpeg',
      link: () => 'https://belfry.test/files/3.jpg',
      ...facts,
    });
    fake.host?.([wrong]);
    const target = start({ media: [...photos, wrong] });
    expect(await target.finish()).toMatchObject({ kind: 'failed', message: expect.stringContaining(words) });
    expect(fake.visible()).toEqual([]);
  });

  test.each([
    ['photo_pull_failed', 'TikTok could not fetch the photos from this installation.'],
    ['internal', 'TikTok failed while it processed this post.'],
  ])('that TikTok fails to process are sent three times at most: %s', async (failure, words) => {
    Object.assign(fake.tiktok.posts, { failure, questions: 0 });
    const target = start();
    const message = expect.stringContaining(words);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing', message });
    expect(await target.finish()).toMatchObject({ kind: 'failed', code: 'network_unavailable', message });
    expect(calls().filter((call) => call.endsWith('/content/init/'))).toHaveLength(3);
    fake.tiktok.posts.failure = undefined;
    expect(await target.finish()).toMatchObject({ kind: 'published', id: 'p_pub_url~v2.75003' });
    expect(fake.visible()).toHaveLength(1);
  });

  test('that TikTok fails to process once are live once', async () => {
    fake.tiktok.posts.failure = 'internal';
    const target = start();
    await target.try();
    fake.tiktok.posts.failure = undefined;
    expect(await target.finish()).toMatchObject({ kind: 'published', id: 'p_pub_url~v2.75001' });
    expect(fake.visible()).toHaveLength(1);
  });

  test('that TikTok refuses are not sent again', async () => {
    fake.tiktok.posts.failure = 'spam_risk';
    expect(await start().finish()).toMatchObject({ kind: 'failed', code: 'rejected' });
    expect(fake.tiktok.posts.all).toHaveLength(1);
  });

  test('have no warning about duets', async () => {
    fake.tiktok.creator = { ...fake.tiktok.creator, duet_disabled: true, stitch_disabled: true };
    const open = { ...settings, disable_duet: false, disable_stitch: false };
    expect(await start({ settings: open, media: photos }).finish()).toMatchObject({ warnings: [] });
  });
});

describe('a page that TikTok names later', () => {
  const session = () => ({ ...openSession<Grant>(fake), app: fake.app });

  test.each([
    ['video', [video]],
    ['photo', photos],
  ])('is found for a %s', async (kind, media) => {
    fake.tiktok.posts.moderation = 2;
    const seen = { ...settings, privacy_level: 'PUBLIC_TO_EVERYONE' };
    const published = await start({ settings: seen, media }).finish();
    const id = fake.tiktok.posts.all[0]?.id ?? '';
    expect(published).toMatchObject({ kind: 'published', id, url: null });
    expect(await revisit({ id, url: null }, session())).toBeNull();
    expect(await revisit({ id, url: null }, session())).toEqual({
      id: '7189000000000000123',
      url: `https://www.tiktok.com/@ada/${kind}/7189000000000000123`,
    });
  });

  test.each([
    ['of a failed post', accept({ status: 'FAILED', fail_reason: 'spam_risk' })],
    ['of an unknown post', refuse(400, 'invalid_publish_id')],
    ['of a draft', accept({ status: 'SEND_TO_USER_INBOX' })],
    [
      'with a strange id',
      {
        status: 200,
        body: accept({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: ['../1'] }).body,
      },
    ],
  ])('is not there %s', async (_, answer) => {
    fake.tiktok.refusals.set(asking, [answer]);
    expect(await revisit({ id: 'v_pub', url: null }, session())).toBeNull();
  });

  test('may be a text, under the name without the misspelling', async () => {
    const answer = accept({ status: 'PUBLISH_COMPLETE', publicly_available_post_id: ['71', '72'] });
    fake.tiktok.refusals.set(asking, [answer]);
    expect(await revisit({ id: 'v_pub', url: null }, session())).toMatchObject({ id: '71' });
  });
});

test('a page stays at TikTok, whatever the account is called', () => {
  const account = { ...fake.account, username: '../x?y' };
  const session = { ...openSession<Grant>(fake), app: fake.app, account };
  expect(partOf('v', '71', 'video', session).url).toBe('https://www.tiktok.com/@..%2Fx%3Fy/video/71');
});

test.each([accept({ status: 'NEW' }), accept({}), refuse(400, 'invalid_params')])(
  'an answer that does not say what became of a post makes no sense: %j',
  async (answer) => {
    fake.tiktok.refusals.set(asking, [answer]);
    const session = { ...openSession<Grant>(fake), app: fake.app };
    await expect(revisit({ id: 'v', url: null }, session)).rejects.toMatchObject({
      fault: { kind: 'unavailable', sent: true },
    });
  },
);
