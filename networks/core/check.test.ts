import { describe, expect, test } from 'vitest';
import { checkFile, checkVersion } from './check.ts';
import type { JsonObject } from './json.ts';
import { type AccountLimits, type Limits, limitsFor, type MediaFacts, type Rules } from './limits.ts';

function own<T>(value: T) {
  return { value, source: 'here', checked: '2026-11-22' };
}

const image: MediaFacts = {
  id: 1,
  kind: 'image',
  mimeType: 'image/jpeg',
  size: 1000,
  width: 1000,
  height: 1000,
  duration: null,
  animated: false,
  altText: null,
};

const video: MediaFacts = {
  ...image,
  kind: 'video',
  mimeType: 'video/mp4',
  duration: 10,
  videoCodec: 'avc',
  audioCodec: 'aac',
  frameRate: 30,
};

const gif = { ...image, mimeType: 'image/gif', animated: true };

const rulesOf = (limits: Limits, more: Partial<Rules> = {}): Rules => ({
  platform: 'test',
  name: 'Test',
  limits,
  settings: {},
  ...more,
});

interface Post {
  text?: string;
  media?: readonly MediaFacts[];
  settings?: JsonObject;
}

/** Each violation as `field rule: message`. */
function check(rules: Rules, { text = '', media = [], settings = {} }: Post, account: AccountLimits = {}) {
  return checkVersion(rules, account, { text, media, settings }).map(
    ({ field, rule, message }) => `${field} ${rule}: ${message}`,
  );
}

describe('each limit refuses what exceeds it, and only that', () => {
  const words = 'https://a.example #one @ada ';
  test.each<[Limits, Post, Post, string]>([
    [
      { 'text.links': own(1) },
      { text: words },
      { text: words.repeat(2) },
      'content text.links: allows at most 1 link; this text has 2',
    ],
    [
      { 'text.hashtags': own(2) },
      { text: words.repeat(2) },
      { text: words.repeat(3) },
      'content text.hashtags: allows at most 2 hashtags; this text has 3',
    ],
    [
      { 'text.mentions': own(1) },
      { text: words },
      { text: words.repeat(2) },
      'content text.mentions: allows at most 1 mention; this text has 2',
    ],
    [
      { 'media.bytes': own(2000) },
      { media: [image, video] },
      { media: [image, image, video] },
      'media_ids media.bytes: allows at most 2 KB; the files of this post have 3 KB',
    ],
    [
      { 'animated.bytes': own(2000), 'image.bytes': own(1000) },
      { media: [{ ...gif, size: 2000 }] },
      { media: [{ ...gif, size: 2001 }] },
      'media_ids.0 animated.bytes: allows at most 2000 bytes; this animated image has 2001 bytes. Belfry does not convert animated images, because they would become still',
    ],
    [
      { 'animated.frames': own(3) },
      { media: [{ ...gif, frames: 3 }] },
      { media: [{ ...gif, frames: 4 }] },
      'media_ids.0 animated.frames: allows at most 3 frames; this animated image has 4. Belfry does not convert animated images, because they would become still',
    ],
    [
      { 'animated.pixels': own(3_000_000) },
      { media: [{ ...gif, frames: 3 }] },
      { media: [{ ...gif, width: 1001, frames: 3 }] },
      'media_ids.0 animated.pixels: allows at most 3000000 pixels in all frames; this animated image has 3003000. Belfry does not convert animated images, because they would become still',
    ],
    [
      { 'image.side': own(1000) },
      { media: [image] },
      { media: [{ ...image, width: 10, height: 1001 }] },
      'media_ids.0 image.side: allows at most 1000 pixels; the longer side of this image has 1001',
    ],
    [
      { 'video.side': own(1000) },
      { media: [video] },
      { media: [{ ...video, width: 1001 }] },
      'media_ids.0 video.side: allows at most 1000 pixels; the longer side of this video has 1001',
    ],
    [
      { 'video.pixels': own(1_000_000) },
      { media: [video] },
      { media: [{ ...video, width: 1001 }] },
      'media_ids.0 video.pixels: allows at most 1000000 pixels; this video has 1001000',
    ],
    [
      { 'image.min_side': own(320) },
      { media: [{ ...image, height: 320 }] },
      { media: [{ ...image, height: 319 }] },
      'media_ids.0 image.min_side: needs at least 320 pixels; the shorter side of this image has 319',
    ],
    [
      { 'video.min_side': own(320) },
      { media: [{ ...video, width: 320 }] },
      { media: [{ ...video, width: 319 }] },
      'media_ids.0 video.min_side: needs at least 320 pixels; the shorter side of this video has 319',
    ],
    [
      { 'image.ratio': own([0.8, 1.91]) },
      { media: [{ ...image, width: 800 }, image, { ...image, width: 1910 }] },
      { media: [{ ...image, width: 3000 }] },
      'media_ids.0 image.ratio: needs a width of 0.8 to 1.91 times the height; the width of this image is 3 times its height',
    ],
    [
      { 'video.ratio': own([0.8, 1.91]) },
      { media: [video] },
      { media: [{ ...video, width: 500 }] },
      'media_ids.0 video.ratio: needs a width of 0.8 to 1.91 times the height; the width of this video is 0.5 times its height',
    ],
    [
      { 'video.seconds': own(10) },
      { media: [video] },
      { media: [{ ...video, duration: 10.5 }] },
      'media_ids.0 video.seconds: allows at most 10 seconds; this video has 10.5',
    ],
    [
      { 'video.min_seconds': own(3) },
      { media: [{ ...video, duration: 3 }] },
      { media: [{ ...video, duration: 2.5 }] },
      'media_ids.0 video.min_seconds: needs at least 3 seconds; this video has 2.5',
    ],
    [
      { 'video.fps': own([23, 60]) },
      {
        media: [
          { ...video, frameRate: 23.976 },
          { ...video, frameRate: 60 },
        ],
      },
      { media: [{ ...video, frameRate: 120 }] },
      'media_ids.0 video.fps: needs 23 to 60 frames per second; this video has 120',
    ],
    [
      { 'video.codecs': own(['avc', 'vp9']) },
      { media: [video] },
      { media: [{ ...video, videoCodec: 'hevc' }] },
      'media_ids.0 video.codecs: accepts videos as H.264, VP9; this video is HEVC. Export it as MP4 with H.264 and AAC, or ask the operator of Belfry to install ffmpeg on the server, which then converts it',
    ],
    [
      { 'audio.codecs': own(['aac']) },
      { media: [video, { ...video, audioCodec: 'none' }] },
      { media: [{ ...video, audioCodec: 'opus' }] },
      'media_ids.0 audio.codecs: accepts sound as AAC; the sound of this video is Opus. Export it as MP4 with H.264 and AAC, or ask the operator of Belfry to install ffmpeg on the server, which then converts it',
    ],
  ])('%j', (limits, fitting, exceeding, message) => {
    expect(check(rulesOf(limits), fitting)).toEqual([]);
    expect(check(rulesOf(limits), exceeding)).toEqual([message]);
  });
});

test('the limits of animated GIFs concern no other files', () => {
  const limits = { 'animated.bytes': own(1), 'animated.frames': own(1), 'animated.pixels': own(1) };
  const others = [{ ...gif, mimeType: 'image/webp' }, { ...gif, animated: false }, video];
  const media = others.map((file) => ({ ...file, frames: 2 }));
  expect(check(rulesOf(limits), { media })).toEqual([]);
});

test('a measure a hair beyond a span is accepted, since networks round in their own way', () => {
  const rules = rulesOf({ 'image.ratio': own([0.8, 1.91]) });
  const media = (width: number) => ({ media: [{ ...image, width, height: 1000 }] });
  expect(check(rules, media(1928))).toEqual([]);
  expect(check(rules, media(793))).toEqual([]);
  expect(check(rules, media(1931))).toHaveLength(1);
  expect(check(rules, media(790))).toHaveLength(1);
});

test('a fact that is not known breaks no limit', () => {
  const limits: Limits = {
    'image.side': own(1),
    'image.pixels': own(1),
    'image.min_side': own(9999),
    'image.ratio': own([2, 3]),
    'video.side': own(1),
    'video.pixels': own(1),
    'video.min_side': own(9999),
    'video.ratio': own([2, 3]),
    'video.seconds': own(1),
    'video.min_seconds': own(9999),
    'video.fps': own([1, 2]),
    'video.codecs': own([]),
    'audio.codecs': own([]),
    'animated.frames': own(1),
    'animated.pixels': own(1),
  };
  const sides = { width: null, height: null };
  const unknown = { ...video, ...sides, duration: null, videoCodec: null, audioCodec: null, frameRate: null };
  const { videoCodec, audioCodec, frameRate, ...former } = unknown;
  const images = [image, gif, { ...gif, frames: null }, { ...gif, frames: 1 }];
  const media = [...images.map((file) => ({ ...file, ...sides })), unknown, former];
  expect(check(rulesOf(limits), { media })).toEqual([]);
});

describe('the limits of a format replace those of the network, and the account’s replace both', () => {
  const rules = rulesOf(
    { 'text.max': { ...own(10), unit: 'graphemes' }, 'media.max': own(4) },
    {
      formats: {
        story: { title: 'Story', limits: { 'text.max': { ...own(5), unit: 'bytes' }, 'media.max': own(1) } },
      },
    },
  );
  const post = { text: 'äöüß', media: [image, image] };
  const story = { ...post, settings: { format: 'story' } };

  test.each<[string, Post, AccountLimits, string[]]>([
    ['without a format', post, {}, []],
    [
      'with a format, whose limit has its own unit',
      story,
      {},
      [
        'content text.max: allows at most 5 bytes; this text has 8',
        'media_ids media.max: allows at most 1 file; this post has 2',
      ],
    ],
    ['with a format and an account', story, { 'text.max': 8, 'media.max': 2 }, []],
    ['with a format that the network does not have', { ...post, settings: { format: 'reel' } }, {}, []],
    ['with a format of another type', { ...post, settings: { format: 7 } }, {}, []],
    ['with the name of a property of every object', { ...post, settings: { format: 'toString' } }, {}, []],
  ])('%s', (_, version, account, found) => {
    expect(check(rules, version, account)).toEqual(found);
  });

  test('the network itself may choose the format', () => {
    const choosing = { ...rules, formatOf: () => 'story' };
    expect(check(choosing, post)).toHaveLength(2);
  });
});

test('a network’s own check judges the files that its settings name', () => {
  const rules = rulesOf(
    { 'image.types': own(['image/png']) },
    {
      check: (version, account) =>
        [...(version.files?.values() ?? [])].flatMap((file) =>
          checkFile(limitsFor(rules, account, version), file, 'settings.cover'),
        ),
    },
  );
  const version = { text: '', settings: { cover: 1 }, media: [], files: new Map([[1, image]]) };
  expect(checkVersion(rules, {}, version)).toMatchObject([
    { field: 'settings.cover', rule: 'image.types', measured: 'image/jpeg' },
  ]);
});
