import { expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { MediaFacts, Version } from '../core/limits.ts';
import { makeMedia } from '../testing/media.ts';
import { pinterestRules } from './rules.ts';

const image = makeMedia();
const video = makeMedia({ id: 2, kind: 'video', width: 1080, height: 1920, duration: 9, altText: null });
const files = new Map<number, MediaFacts>([
  [7, image],
  [8, { ...image, mimeType: 'image/webp' }],
  [9, video],
]);

function check(version: Partial<Version>) {
  const all = { text: 'Bells', settings: { board_id: '1' }, media: [image], files, ...version };
  return checkVersion(pinterestRules, {}, all).map(({ field, rule }) => `${field} ${rule}`);
}

function advise(version: Partial<Version>) {
  const advice =
    pinterestRules.advise?.({ text: 'Bells', settings: {}, media: [image], ...version }, {}) ?? [];
  return advice.map(({ field, rule }) => `${field} ${rule}`);
}

test('a pin has a picture, a carousel or a video, and needs no text', () => {
  expect(check({ text: '' })).toEqual([]);
  expect(check({ media: [image, image, image, image, image] })).toEqual([]);
  expect(check({ media: [video] })).toEqual([]);
  expect(check({ media: [] })).toEqual(['media_ids media.min']);
  expect(check({ media: [image, video] })).toEqual(['media_ids media.mixed']);
  expect(check({ media: Array(6).fill(image) })).toEqual(['media_ids media.max', 'media_ids images.max']);
});

test.each([
  [{ width: 100, height: 201 }, []],
  [{ width: 100, height: 210 }, ['media_ids.0 video.ratio']],
  [{ width: 200, height: 100 }, ['media_ids.0 video.ratio']],
  [{ duration: 3.9 }, ['media_ids.0 video.min_seconds']],
  [{ duration: 901 }, ['media_ids.0 video.seconds']],
  [{ mimeType: 'video/webm' }, ['media_ids.0 video.types']],
  [{ videoCodec: 'vp9' }, ['media_ids.0 video.codecs']],
])('a video with %j', (facts, violations) => {
  expect(check({ media: [{ ...video, ...facts }] })).toEqual(violations);
});

test('an alt text has at most 500 code points, and one violation', () => {
  const withAlt = (altText: string) => check({ media: [image, { ...image, id: 3, altText }] });
  expect(withAlt('👍🏽'.repeat(250))).toEqual([]);
  expect(withAlt('👍🏽'.repeat(251))).toEqual(['media_ids.1 alt.max']);
  expect(withAlt('x'.repeat(501))).toEqual(['media_ids.1 alt.max']);
});

test('the pictures of a carousel have one shape, whatever their size', () => {
  const [one, same, other] = [
    { ...image, width: 1000, height: 1500 },
    { ...image, width: 667, height: 1000 },
    { ...image, width: 1000, height: 1000 },
  ];
  expect(check({ media: [one, same] })).toEqual([]);
  expect(check({ media: [one, other] })).toEqual(['media_ids media.shape']);
  expect(check({ media: [one, { ...other, width: null }] })).toEqual([]);
});

test('a cover of another type is named as people name it', () => {
  const version = { text: 'Bells', settings: { board_id: '1', cover: 8 }, media: [video], files };
  expect(checkVersion(pinterestRules, {}, version).map(({ message }) => message)).toEqual([
    'accepts covers as JPEG, PNG; this cover is WebP',
  ]);
});

test('only a video has a cover, either a picture or a moment', () => {
  const settings = (own: object) => ({ settings: { board_id: '1', ...own }, media: [video] });
  expect(check(settings({ cover: 7 }))).toEqual([]);
  expect(check(settings({ cover_at_ms: 0 }))).toEqual([]);
  expect(check(settings({ cover: 7, cover_at_ms: 0 }))).toEqual(['settings.cover cover.both']);
  expect(check(settings({ cover: 8 }))).toEqual(['settings.cover cover.types']);
  expect(check(settings({ cover: 9 }))).toEqual(['settings.cover cover.types']);
  expect(check({ ...settings({ cover: 7 }), media: [image] })).toEqual(['settings.cover cover.video']);
  expect(check({ ...settings({ cover_at_ms: 0 }), media: [image] })).toEqual([
    'settings.cover_at_ms cover.video',
  ]);
  expect(check(settings({ cover: 'x' }))).toEqual([]);
});

test('a person is told that a pin has one alt text', () => {
  expect(advise({})).toEqual([]);
  expect(advise({ media: [image, { ...image, altText: null }] })).toEqual([]);
  expect(advise({ media: [image, image] })).toEqual(['media_ids alt.one']);
});

test('a person is told that a link in the text cannot be opened', () => {
  const text = 'See https://example.com';
  expect(advise({ text })).toEqual(['settings.link link.text']);
  expect(advise({ text, settings: { link: 'https://example.com' } })).toEqual([]);
});
