import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { MediaFacts, Version } from '../core/limits.ts';
import { blueskyRules } from './rules.ts';

const image: MediaFacts = {
  id: 1,
  kind: 'image',
  mimeType: 'image/png',
  size: 1000,
  width: 4,
  height: 3,
  duration: null,
  animated: false,
  altText: null,
};

function check(version: Partial<Version>): string[] {
  const violations = checkVersion(blueskyRules, {}, { text: 'Hello', settings: {}, media: [], ...version });
  return violations.map(({ field, rule }) => `${field} ${rule}`);
}

test('text has a limit in graphemes and one in bytes', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(check({ text: 'x'.repeat(300) })).toEqual([]);
  expect(check({ text: 'x'.repeat(301) })).toEqual(['content text.max']);
  expect(check({ text: family.repeat(121) })).toEqual(['content text.max_bytes']);
});

test('every part of a thread is counted, and must not be empty', () => {
  const thread = ['fine', 'x'.repeat(301), ' '];
  expect(check({ settings: { thread } })).toEqual([
    'settings.thread.1 text.max',
    'settings.thread.2 text.min',
  ]);
});

test('an empty text needs media or a link card', () => {
  expect(check({ text: '' })).toEqual(['content text.min']);
  expect(check({ text: '', media: [image] })).toEqual([]);
  expect(check({ text: '', settings: { link_card: { url: 'https://example.com', title: 'A' } } })).toEqual(
    [],
  );
});

test('at most ten images are allowed, and their dimensions must be known', () => {
  expect(check({ media: Array(10).fill(image) })).toEqual([]);
  expect(check({ media: Array(11).fill(image) })).toEqual(['media_ids media.max', 'media_ids images.max']);
  const unknown = { ...image, width: null };
  expect(check({ media: [...Array(3).fill(image), unknown] })).toEqual([]);
  expect(check({ media: [...Array(4).fill(image), unknown] })).toEqual(['media_ids.4 image.size']);
});

test('images, a video and a link card cannot be combined', () => {
  const video: MediaFacts = { ...image, kind: 'video', mimeType: 'video/mp4' };
  expect(check({ media: [image, video] })).toEqual(['media_ids media.mixed']);
  const settings = { link_card: { url: 'https://example.com', title: 'A' } };
  expect(check({ media: [image], settings })).toEqual(['settings.link_card media.mixed']);
});

test('the schema accepts the documented settings and no others', () => {
  const ajv = new Ajv2020({ keywords: ['x-code'] });
  const isValid = ajv.compile(blueskyRules.settings);
  const settings = {
    langs: ['en', 'pt-BR'],
    labels: ['nudity'],
    tags: ['bells'],
    reply_gate: { follower: true },
    disable_quotes: true,
    link_card: { url: 'https://example.com', title: 'A page', description: '' },
    thread: ['Two'],
  };
  expect(isValid(settings)).toBe(true);
  expect(isValid({ reply_gate: 'nobody' })).toBe(true);
  for (const wrong of [
    { langs: ['a'] },
    { reply_gate: 'friends' },
    { reply_gate: {} },
    { tags: ['#a'] },
    { other: 1 },
  ])
    expect(isValid(wrong)).toBe(false);
});
