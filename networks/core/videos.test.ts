import { expect, test } from 'vitest';
import { adviseVersion } from './advise.ts';
import { checkSchedulable } from './images.ts';
import type { AccountLimits, MediaFacts, Rules } from './limits.ts';
import { needsCopy } from './videos.ts';

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
  expect(needsCopy(clip({ mimeType: 'video/mp4' }), bounds)).toBe(false);
  expect(needsCopy(clip({ kind: 'image' }), bounds)).toBe(false);
  expect(needsCopy(clip(), {})).toBe(false);
  expect(needsCopy(clip(), { types: ['video/webm'] })).toBe(false);
  expect(needsCopy(clip(), bounds)).toBe(true);
});

test('people learn that a video is copied', () => {
  const advise = (facts: Partial<MediaFacts>) =>
    adviseVersion(rules, {}, { text: '', settings: {}, media: [clip(facts)] });
  expect(advise({ duration: 2, frameRate: 30 })).toEqual([
    {
      field: 'media_ids.0',
      rule: 'video.copied',
      message:
        'Test accepts video/mp4; this video is video/quicktime. Belfry copies it into an MP4 file, without any loss.',
    },
  ]);
  expect(advise({ mimeType: 'video/mp4' })).toEqual([]);
});
