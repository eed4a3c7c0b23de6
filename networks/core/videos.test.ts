import { describe, expect, test } from 'vitest';
import { adviseVersion } from './advise.ts';
import { checkSchedulable } from './images.ts';
import type { AccountLimits, MediaFacts, Rules } from './limits.ts';
import { conversionOf } from './videos.ts';

const own = <T>(value: T) => ({ value, source: 'here', checked: '2026-11-22' });

const rules: Rules = {
  platform: 'test',
  name: 'Test',
  limits: { 'video.types': own(['video/mp4']), 'video.bytes': own(1000) },
  formats: { film: { title: 'Film', limits: { 'video.types': own(['video/webm']) } } },
  settings: {},
};

const clip = (facts: Partial<MediaFacts> = {}): MediaFacts => ({
  id: 1,
  kind: 'video',
  mimeType: 'video/quicktime',
  size: 1000,
  width: 160,
  height: 90,
  duration: null,
  animated: false,
  altText: null,
  videoCodec: 'avc',
  audioCodec: 'aac',
  ...facts,
});

function check(facts: Partial<MediaFacts>, account: AccountLimits = {}, settings = {}): string[] {
  const version = { text: '', settings, media: [clip(facts)] };
  return checkSchedulable(rules, account, version).map(({ rule }) => rule);
}

test.each<[string, Partial<MediaFacts>, AccountLimits, string[]]>([
  ['a MOV file with H.264 and AAC', {}, {}, []],
  ['a MOV file with HEVC and MP3', { videoCodec: 'hevc', audioCodec: 'mp3' }, {}, []],
  ['a MOV file without sound', { audioCodec: 'none' }, {}, []],
  ['uncompressed sound', { audioCodec: 'pcm-s16' }, {}, ['video.types']],
  ['a sound of an unknown codec', { audioCodec: null }, {}, ['video.types']],
  ['a picture of an unknown codec', { videoCodec: null }, {}, ['video.types']],
  ['a WebM file', { mimeType: 'video/webm', videoCodec: 'vp9', audioCodec: 'opus' }, {}, ['video.types']],
  [
    'a WebM file for a network that accepts its codecs in an MP4 file',
    { mimeType: 'video/webm', videoCodec: 'vp9', audioCodec: 'opus' },
    { 'video.codecs': ['vp9'], 'audio.codecs': ['opus'] },
    [],
  ],
  [
    'a codec that the network does not accept',
    {},
    { 'video.codecs': ['hevc'] },
    ['video.codecs', 'video.types'],
  ],
  [
    'a sound that the network does not accept',
    {},
    { 'audio.codecs': ['mp3'] },
    ['audio.codecs', 'video.types'],
  ],
  ['no sound, for a network that accepts one codec', { audioCodec: 'none' }, { 'audio.codecs': ['mp3'] }, []],
  ['a file that stays too large', { size: 1001 }, {}, ['video.bytes']],
  ['a network that accepts no MP4 file', {}, { 'video.types': ['video/webm'] }, ['video.types']],
])('%s', (_, facts, account, broken) => {
  expect(check(facts, account)).toEqual(broken);
});

test('the format of the version decides', () => {
  expect(check({}, {}, { format: 'film' })).toEqual(['video.types']);
});

test('a file that a setting names is copied too', () => {
  const named: Rules = {
    ...rules,
    check: ({ files }) =>
      [...(files?.values() ?? [])].map(({ mimeType }) => ({
        ...{ field: 'settings.cover', rule: mimeType, measured: 0, limit: 0, unit: '', message: '' },
      })),
  };
  const version = { text: 'x', settings: {}, media: [], files: new Map([[7, clip()]]) };
  expect(checkSchedulable(named, {}, version).map(({ rule }) => rule)).toEqual(['video/mp4']);
});

test('an image, and a video that is accepted, are not copied', () => {
  const bounds = { types: ['video/mp4', 'image/mp4'] };
  expect(conversionOf(clip({ mimeType: 'video/mp4' }), bounds)).toBeUndefined();
  expect(conversionOf(clip({ kind: 'image' }), bounds)).toBeUndefined();
  expect(conversionOf(clip(), {})).toBeUndefined();
  expect(conversionOf(clip(), { types: ['video/webm'] })).toBeUndefined();
  expect(conversionOf(clip(), bounds)).toEqual({ kind: 'copy' });
});

test('people learn that a video is copied', () => {
  const advise = (facts: Partial<MediaFacts>) =>
    adviseVersion(rules, {}, { text: '', settings: {}, media: [clip(facts)] });
  expect(advise({ duration: 2, frameRate: 30 })).toEqual([
    {
      field: 'media_ids.0',
      rule: 'video.copied',
      message: 'Test accepts MP4; this video is MOV. Belfry copies it into an MP4 file, without any loss.',
      params: { accepted: ['video/mp4'], type: 'video/quicktime' },
    },
  ]);
  expect(advise({ mimeType: 'video/mp4' })).toEqual([]);
});

const webm = { mimeType: 'video/webm', videoCodec: 'vp9', audioCodec: 'opus', duration: 10 };
const strict = { 'video.codecs': ['avc'], 'audio.codecs': ['aac'] };

describe('on a server that transcodes', () => {
  const here = { ...rules, transcodes: true };
  const checkHere = (facts: Partial<MediaFacts>, account: AccountLimits = {}) =>
    checkSchedulable(here, account, { text: '', settings: {}, media: [clip(facts)] });

  test.each<[string, Partial<MediaFacts>, AccountLimits, string[]]>([
    ['a WebM file', webm, {}, []],
    ['a WebM file for a network that accepts only H.264 and AAC', webm, strict, []],
    ['a WebM file without sound', { ...webm, audioCodec: 'none' }, { 'audio.codecs': ['mp3'] }, []],
    ['a file whose codecs are not known, as in a browser', { ...webm, videoCodec: null }, {}, []],
    ['an MP4 file with AV1', { ...webm, mimeType: 'video/mp4', videoCodec: 'av1' }, strict, []],
    ['a picture that is too large, and made smaller', { ...webm, width: 7680 }, { 'video.side': 1920 }, []],
    ['a file of ten minutes', { ...webm, duration: 600 }, { 'video.bytes': 50_000_000 }, []],
    ['more frames than people see', { ...webm, frameRate: 240 }, { 'video.fps': [23, 60] }, []],
    ['a picture too large to decode', { ...webm, width: 9000, height: 9000 }, {}, ['video.types']],
    ['a longer file', { ...webm, duration: 600.1 }, { 'video.bytes': 50_000_000 }, ['video.types']],
    ['a file of unknown length', { ...webm, duration: null }, {}, ['video.types']],
    ['a file of unknown size', { ...webm, height: null }, {}, ['video.types']],
    [
      'a length that fits in too few bytes',
      { ...webm, duration: 60 },
      { 'video.bytes': 2_000_000 },
      ['video.types'],
    ],
    [
      'a file that is too large',
      { ...webm, size: 200_000_001 },
      { 'video.bytes': 200_000_000 },
      ['video.bytes'],
    ],
    ['a network without MP4', webm, { 'video.types': ['video/quicktime'] }, ['video.types']],
    ['a network without H.264', webm, { 'video.codecs': ['hevc'] }, ['video.codecs', 'video.types']],
    ['a network without AAC', webm, { 'audio.codecs': ['mp3'] }, ['audio.codecs', 'video.types']],
  ])('%s', (_, facts, account, broken) => {
    const bytes = { 'video.bytes': 100_000_000, ...account };
    expect(checkHere(facts, bytes).map(({ rule }) => rule)).toEqual(broken);
  });

  test('the rate and the size fit the limit, and sides are even', () => {
    const bounds = { types: ['video/mp4'], transcodes: true, bytes: 10_000_000 };
    const found = conversionOf(clip({ ...webm, duration: 58, width: 2161, height: 3841 }), bounds);
    // 10 MB in a minute, less the sound and a part for the index.
    expect(found).toEqual({
      kind: 'transcode',
      width: 1080,
      height: 1920,
      rate: 1_138_000,
      bytes: 10_000_000,
    });
    expect(conversionOf(clip({ ...webm, width: 3, height: 1 }), bounds)).toMatchObject({
      width: 2,
      height: 2,
    });
  });

  test('a picture beyond the longer side of the network is made smaller, whatever its type', () => {
    const upright = { mimeType: 'video/mp4', duration: 20, width: 1080, height: 1920 };
    const bounds = { types: ['video/mp4'], transcodes: true, side: 1280 };
    expect(conversionOf(clip(upright), bounds)).toMatchObject({
      kind: 'transcode',
      width: 720,
      height: 1280,
    });
    expect(conversionOf(clip({ ...upright, mimeType: 'video/quicktime' }), bounds)?.kind).toBe('transcode');
    expect(conversionOf(clip({ ...upright, width: 720, height: 1280 }), bounds)).toBeUndefined();
    expect(conversionOf(clip({ ...upright, width: null, height: null }), bounds)).toBeUndefined();
    expect(conversionOf(clip({ ...upright, height: 4000 }), { ...bounds, side: 3000 })).toMatchObject({
      height: 1920,
    });
    expect(checkHere(upright, { 'video.side': 1280, 'video.bytes': 9e7 })).toEqual([]);
    const [found] = checkSchedulable(
      rules,
      { 'video.side': 1280 },
      { text: '', settings: {}, media: [clip(upright)] },
    );
    expect(found).toMatchObject({ rule: 'video.side', measured: 1920 });
  });

  test('a copy is preferred, since it loses nothing', () => {
    expect(conversionOf(clip(), { types: ['video/mp4'], transcodes: true })).toEqual({ kind: 'copy' });
  });

  test('people learn that a video loses quality', () => {
    const account = { ...strict, 'video.bytes': 9_000_000 };
    const facts = clip({ ...webm, frameRate: 30 });
    expect(adviseVersion(here, account, { text: '', settings: {}, media: [facts] })).toMatchObject([
      { field: 'media_ids.0', rule: 'video.transcoded', message: expect.stringContaining('loss of quality') },
    ]);
  });

  test('a refusal does not send people to the operator', () => {
    const [found] = checkHere({ ...webm, duration: 3600, size: 10 });
    expect(found?.message).toMatch(/this video is WebM\. Export it as MP4 with H\.264 and AAC$/);
  });
});

test.each<[string, Partial<MediaFacts>, AccountLimits, RegExp]>([
  [
    'ffmpeg would help',
    { ...webm, size: 10 },
    { 'video.bytes': 9e6 },
    /AAC, or ask the operator .* install ffmpeg/,
  ],
  ['only an export helps', { ...webm, duration: 3600 }, { 'video.bytes': 9e6 }, /H\.264 and AAC$/],
  ['the network takes no MP4', webm, { 'video.types': ['video/ogg'] }, /this video is WebM$/],
])('on a server that does not transcode, the refusal says what to do: %s', (_, facts, account, sentence) => {
  const [found] = checkSchedulable(rules, account, { text: '', settings: {}, media: [clip(facts)] });
  expect(found?.message).toMatch(sentence);
});
