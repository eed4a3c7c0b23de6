import { expect, test } from 'vitest';
import type { MediaFacts, Rules } from './limits.ts';
import { type PreviewStyle, previewOf } from './preview.ts';

const rules: Rules = { platform: 'test', name: 'Test', limits: {}, settings: {} };
const read = (value: number) => ({ value, source: 'here', checked: '2026-11-22' });
const show = (text: string, style: PreviewStyle = {}, media: readonly MediaFacts[] = []) =>
  previewOf(rules, style, { text, settings: {}, media })[0];
const words = (text: string, style: PreviewStyle = {}) =>
  show(text, style)?.runs.map(({ text, as }) => (as === 'text' ? text : `<${as} ${text}>`));

test('addresses, hashtags and mentions are words of their own', () => {
  expect(words('See https://bells.example/a?b=1#c and #bells by @ada.')).toEqual([
    'See ',
    '<link https://bells.example/a?b=1#c>',
    ' and ',
    '<hashtag #bells>',
    ' by ',
    '<mention @ada.>',
  ]);
  expect(words('a#b a@b #1 100')).toEqual(['a#b a@b #1 100']);
  expect(words('')).toEqual([]);
});

test('a network can show fewer of them', () => {
  expect(words('#bells by @ada', { words: { hashtag: false, mention: /@a/g } })).toEqual([
    '#bells by ',
    '<mention @a>',
    'da',
  ]);
});

test.each<[string, PreviewStyle, number | null]>([
  ['all of a short text', { fold: { characters: read(10), lines: read(3) } }, null],
  ['characters', { fold: { characters: read(4) } }, 4],
  ['lines', { fold: { lines: read(2) } }, 3],
  ['what ends first', { fold: { characters: read(2), lines: read(2) } }, 2],
  ['no fold', {}, null],
])('a text is shown up to its fold: %s', (_, style, shown) => {
  expect(show('a\nb\nc', style)?.shown).toBe(shown);
});

test('files are alone, or in a grid, or as the network lays them out', () => {
  const file = { kind: 'image' } as MediaFacts;
  expect(show('', {})?.layout.as).toBe('none');
  expect(show('', {}, [file])?.layout.as).toBe('single');
  expect(show('', {}, [file, file])?.layout.as).toBe('grid');
  const style: PreviewStyle = { layout: (media) => ({ as: 'carousel', ratio: media.length }) };
  expect(show('', style, [file, file])?.layout).toEqual({ as: 'carousel', ratio: 2 });
  expect(show('', style)?.layout.as).toBe('none');
});

const image = { kind: 'image' } as MediaFacts;

test('each part of a thread has its own preview, with its own files', () => {
  const parts = previewOf(
    {
      ...rules,
      parts: () => [
        { field: 'content', text: 'a' },
        { field: 'settings.thread.0', text: '#b' },
        { field: 'settings.thread.1', text: 'c' },
      ],
    },
    {},
    {
      text: 'a',
      settings: { thread: ['#b', { text: 'c', media_ids: [2, 3] }] },
      media: [image],
      files: new Map([
        [2, image],
        [3, image],
      ]),
    },
  );
  expect(parts.map(({ field, layout }) => [field, layout.as])).toEqual([
    ['content', 'single'],
    ['settings.thread.0', 'none'],
    ['settings.thread.1', 'grid'],
  ]);
});

test('a long text takes linear time', () => {
  const runs = show(`${'@'.repeat(50_000)}${'#'.repeat(50_000)}${'http://'.repeat(10_000)}`)?.runs;
  expect(runs?.map(({ text }) => text).join('')).toHaveLength(170_000);
});
