import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { refuseUpload as refusalOf } from '../families/meta/fake-uploads.ts';
import type { FakeResponse } from '../testing/fake-server.ts';
import { accountId } from './fake.ts';
import { containerId, hashOf, image, publishing, Stage, video } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

test('an image is published with its text, description and settings, in this order of calls', async () => {
  const settings = {
    collaborators: ['@bob', 'carol'],
    user_tags: [{ username: '@ada', x: 0.25, y: 0.5, media: 0 }],
    location: '123',
    is_ai_generated: true,
  };
  expect(await stage.start({ settings }).finish()).toEqual({
    kind: 'published',
    id: '18000000000000000',
    url: 'https://www.instagram.com/p/B18000000000000000/',
    warnings: [],
  });
  expect(stage.calls).toEqual([
    `GET ${accountId}/content_publishing_limit`,
    `POST ${accountId}/media`,
    `GET ${containerId(0)}`,
    publishing,
    'GET 18000000000000000',
  ]);
  expect(stage.created).toEqual([
    {
      image_url: 'https://belfry.test/files/bell.png',
      alt_text: 'A bell',
      caption: 'Ding',
      collaborators: ['bob', 'carol'],
      user_tags: [{ username: 'ada', x: 0.25, y: 0.5 }],
      location_id: '123',
      is_ai_generated: true,
    },
  ]);
});

test('people are tagged where they are after the picture was converted', async () => {
  const settings = { user_tags: [{ username: 'ada', x: 0.25, y: 0.5, media: 0 }] };
  const media = [image({ placeOf: ({ x, y }) => ({ x: x / 2, y: y + 0.1 }) })];
  await stage.start({ text: '', settings, media }).finish();
  expect(stage.created[0]).toMatchObject({ user_tags: [{ username: 'ada', x: 0.125, y: 0.6 }] });
});

test('an image without text, description and settings has none', async () => {
  await stage.start({ text: '', media: [image({ altText: null })] }).finish();
  expect(stage.created).toEqual([{ image_url: 'https://belfry.test/files/bell.png' }]);
});

test('a channel pauses if Instagram has accepted a post, and allows few further calls', async () => {
  const headers = { 'x-business-use-case-usage': '{"1":[{"call_count":95,"total_time":2}]}' };
  stage.answerNext(publishing, { status: 200, headers, body: { id: '18000000000000000' } });
  const outcome = await stage.start().finish();
  expect(outcome).toMatchObject({ kind: 'published', pauseAfter: { channel: 300, app: 0 } });
});

test('a carousel has the text and the labels, and its items have the descriptions and the tags', async () => {
  const settings = {
    user_tags: [
      { username: 'ada', x: 0, y: 1, media: 0 },
      { username: 'bob', x: 0.5, y: 0.5, media: 1 },
    ],
    location: '123',
    collaborators: ['carol'],
    is_ai_generated: true,
  };
  const media = [image(), video()];
  expect(await stage.start({ settings, media }).finish()).toMatchObject({ kind: 'published' });
  expect(stage.created).toEqual([
    {
      image_url: 'https://belfry.test/files/bell.png',
      alt_text: 'A bell',
      is_carousel_item: true,
      user_tags: [{ username: 'ada', x: 0, y: 1 }],
    },
    {
      media_type: 'VIDEO',
      upload_type: 'resumable',
      is_carousel_item: true,
      user_tags: [{ username: 'bob' }],
    },
    {
      media_type: 'CAROUSEL',
      children: [containerId(0), containerId(1)],
      caption: 'Ding',
      location_id: '123',
      collaborators: ['carol'],
      is_ai_generated: true,
    },
  ]);
  expect(stage.fake.shown?.()).toMatchObject([
    {
      text: 'Ding',
      media: [
        { sha256: await hashOf(image()), alt: 'A bell' },
        { sha256: await hashOf(video()), alt: null },
      ],
    },
  ]);
  expect(stage.fake.leftovers?.()).toBe(0);
});

describe('a reel', () => {
  test('has its bytes pushed where people sign in by Facebook', async () => {
    const file = video(300);
    expect(await stage.start({ media: [file] }).finish()).toMatchObject({
      kind: 'published',
      url: 'https://www.instagram.com/reel/B18000000000000000/',
    });
    expect(stage.created).toEqual([
      { media_type: 'REELS', upload_type: 'resumable', caption: 'Ding', share_to_feed: true },
    ]);
    expect(stage.fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(file), alt: null }] }]);
    const upload = stage.fake.server.requests.find(({ path }) => path.startsWith('/rupload'));
    expect(upload?.headers).toMatchObject({
      authorization: expect.stringMatching(/^OAuth /),
      offset: '0',
      file_size: '300',
      'content-length': '300',
    });
  });

  test('is fetched where people sign in by Instagram', async () => {
    await stage.close();
    stage = await Stage.open('instagram');
    expect(await stage.start({ media: [video()] }).finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toMatchObject([
      { media_type: 'REELS', video_url: 'https://belfry.test/files/bell.png', caption: 'Ding' },
    ]);
    expect(
      stage.fake.server.requests.every(({ path }) => path.startsWith('/graph.instagram.com/v25.0/')),
    ).toBe(true);
  });

  test('has a cover, a named sound and a trial', async () => {
    const settings = {
      cover: 9,
      cover_at_ms: 5,
      audio_name: 'Bells',
      trial: 'performance',
      share_to_feed: false,
    };
    const files = new Map([[9, image({ id: 9, link: () => 'https://belfry.test/files/cover.jpg' })]]);
    await stage.start({ media: [video()], settings, files }).finish();
    expect(stage.created).toMatchObject([
      {
        share_to_feed: false,
        cover_url: 'https://belfry.test/files/cover.jpg',
        audio_name: 'Bells',
        trial_params: { graduation_strategy: 'SS_PERFORMANCE' },
      },
    ]);
    expect(stage.created[0]).not.toHaveProperty('thumb_offset');
  });

  test('has a moment of the video as its cover', async () => {
    await stage.start({ media: [video()], settings: { cover_at_ms: 1500, trial: 'manual' } }).finish();
    expect(stage.created).toMatchObject([
      { thumb_offset: 1500, trial_params: { graduation_strategy: 'MANUAL' } },
    ]);
  });

  test('whose upload broke off is continued', async () => {
    const file = video(300);
    stage.fake.meta.keeps = 120;
    const target = stage.start({ media: [file] });
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    target.wait(60);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(1);
    const uploads = stage.fake.server.requests.filter(({ path }) => path.startsWith('/rupload'));
    expect(uploads.map(({ headers }) => [headers.offset, headers['content-length']])).toEqual([
      ['0', '300'],
      ['120', '180'],
    ]);
    expect(stage.fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(file) }] }]);
  });

  const refuseUpload = (answer: FakeResponse) =>
    stage.fake.meta.refusals.set(`POST /rupload.facebook.com/ig-api-upload/v25.0/${containerId(0)}`, [
      answer,
    ]);

  test.each(['OffsetInvalidError', 'PartialRequestError'])(
    'whose upload Instagram cannot continue (%s) has a new container',
    async (type) => {
      refuseUpload(refusalOf(type, 'The upload cannot be continued.'));
      expect(await stage.start({ media: [video()] }).finish()).toMatchObject({ kind: 'published' });
      expect(stage.created).toHaveLength(2);
      expect(stage.fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(video()) }] }]);
    },
  );

  test('that Instagram refuses during the upload is refused', async () => {
    refuseUpload(refusalOf('ProcessingFailedError', 'Broken'));
    expect(await stage.start({ media: [video()] }).finish()).toMatchObject({ code: 'rejected' });
  });

  test('whose upload has no clear answer is not published', async () => {
    refuseUpload({ status: 200, body: {} });
    expect(await stage.start({ media: [video()] }).try()).toMatchObject({ because: 'unavailable' });
  });

  test('without the cover that was asked for is not published', async () => {
    const post = { media: [video()], settings: { cover: 9 } };
    expect(await stage.start(post).try()).toMatchObject({ code: 'rejected', field: 'settings.cover' });
    expect(stage.created).toEqual([]);
  });

  test('whose processing takes long holds no worker', async () => {
    const target = stage.start({ media: [video()] });
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing', seconds: 30 });
    expect(stage.fake.meta.account.posts).toEqual([]);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
  });
});

describe('stories', () => {
  const settings = { format: 'story' };

  test('are one post each, without text and descriptions', async () => {
    const tagged = { ...settings, user_tags: [{ username: 'ada', x: 0, y: 0, media: 1 }] };
    const media = [image(), image(), video()];
    expect(await stage.start({ settings: tagged, media }).finish()).toMatchObject({
      kind: 'published',
      id: '18000000000000000',
    });
    const image_url = 'https://belfry.test/files/bell.png';
    expect(stage.created).toEqual([
      { media_type: 'STORIES', image_url },
      { media_type: 'STORIES', image_url, user_tags: [{ username: 'ada', x: 0, y: 0 }] },
      { media_type: 'STORIES', upload_type: 'resumable' },
    ]);
    expect(stage.fake.visible()).toHaveLength(3);
  });

  test('are published only when all of them are processed', async () => {
    const target = stage.start({ settings, media: [image(), video()] });
    expect(await target.try()).toMatchObject({ kind: 'later' });
    expect(stage.fake.visible()).toEqual([]);
  });

  test('whose container ended after the first one was published are made again, with their bytes', async () => {
    const file = video(30);
    const target = stage.start({ settings, media: [image(), file] });
    await target.try();
    target.wait(30);
    stage.answerNext(publishing);
    stage.fake.server.faults.push('accept_then_drop');
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    target.wait(10);
    stage.fake.server.faults.push('throttle');
    expect(await target.try()).toMatchObject({ because: 'throttled' });
    target.wait(23 * 3600);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.fake.shown?.().map(({ media: [first] }) => first?.sha256)).toEqual([
      await hashOf(image()),
      await hashOf(file),
    ]);
  });
});

test.each([{ a: 1 }, 'x'.repeat(501), '', 7, 'a\nb'])('the id %o of a container is not used', async (id) => {
  stage.answerNext(`POST ${accountId}/media`, { status: 200, body: { id } as JsonObject });
  expect(await stage.start().try()).toMatchObject({ kind: 'later', because: 'unavailable' });
  expect(stage.calls).toHaveLength(2);
});

test('an id of a container cannot lead to another path', async () => {
  stage.answerNext(`POST ${accountId}/media`, { status: 200, body: { id: '../me?x=' } });
  await stage.start().try();
  expect(stage.calls.at(-1)).toBe('GET ..%2Fme%3Fx%3D');
});

test('a revoked sign-in holds the post', async () => {
  stage.fake.server.faults.push('expire');
  expect(await stage.start().finish()).toMatchObject({ kind: 'held' });
  expect(stage.fake.visible()).toEqual([]);
});

test('no address contains the token', async () => {
  await stage.start({ media: [image(), video()], settings: { first_comment: 'Dong' } }).finish();
  const secret = String(stage.fake.grant.access);
  expect(stage.fake.server.requests.filter(({ path, query }) => `${path}${query}`.includes(secret))).toEqual(
    [],
  );
});
