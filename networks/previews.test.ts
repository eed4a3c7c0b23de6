/** Every network's preview, with the posts with which the networks are tested. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { previewOf } from './core/preview.ts';
import { previewStyles } from './previews.ts';
import type { Platform } from './rules.ts';
import { allSpecs } from './specs.ts';
import { longLength, pathologicalText, requireLinear } from './testing/pathological.ts';

const cases = allSpecs.flatMap(({ network, posts, variant = '' }) =>
  Object.entries(posts).map(
    ([name, { post }]) => [`${network.rules.name} ${variant} ${name}`, network, post] as const,
  ),
);

test.each(cases)('the preview of %s has all of its text', (_, { rules }, post) => {
  const style = previewStyles[rules.platform as Platform];
  const parts = previewOf(rules, style, post);
  expect(parts.length).toBeGreaterThan(0);
  const texts = rules.parts?.(post).map(({ text }) => text) ?? [post.text];
  expect(parts.map(({ runs }) => runs.map(({ text }) => text).join(''))).toEqual(texts);
  expect(parts[0]?.layout.as === 'none').toBe(post.media.length === 0);
});

describe.each(Object.entries(previewStyles))('the preview of %s', (_, style) => {
  test('reads a text in linear time', () => {
    const rules = { platform: 'test', name: 'Test', limits: {}, settings: {} };
    fc.assert(
      fc.property(pathologicalText(longLength / 10), (text) => {
        requireLinear(() => previewOf(rules, style, { text, settings: {}, media: [] }));
      }),
      { numRuns: 20 },
    );
  });
});

test.each([
  ['bluesky', 'ada.example', 'https://bsky.app/profile/ada.example'],
  ['mastodon', 'ada@tower.example', 'https://tower.example/@ada'],
  ['mastodon', 'ada@tower.example/x', undefined],
  ['x', 'ada_1', 'https://x.com/ada_1'],
  ['x', 'ada/../../evil', undefined],
  ['threads', '1784', undefined],
  ['instagram', 'ada.tower', 'https://www.instagram.com/ada.tower/'],
  ['tiktok', 'ada', 'https://www.tiktok.com/@ada'],
  ['pinterest', 'ada', 'https://www.pinterest.com/ada/'],
  ['sandbox', 'ada', '/sandbox/@ada'],
] as const)('on %s the page of %s is %s', (platform, username, address) => {
  expect(previewStyles[platform].profile?.(username)).toBe(address);
});

const post = { text: 'Come: https://tower.example/a, and https://b.example', settings: {}, media: [] };

test.each([
  ['mastodon', post, { url: 'https://tower.example/a' }],
  ['mastodon', { ...post, text: 'No link' }, undefined],
  ['threads', { ...post, settings: { link: 'https://c.example' } }, { url: 'https://c.example' }],
  ['telegram', { ...post, settings: { link_preview: 'off' } }, undefined],
  ['discord', { ...post, settings: { suppress_embeds: true } }, undefined],
  ['facebook', post, undefined],
  [
    'bluesky',
    { ...post, settings: { link_card: { url: 'https://c.example', title: 'C' } } },
    { url: 'https://c.example', title: 'C' },
  ],
  ['bluesky', post, undefined],
] as const)('on %s a post has the card of its link: %o', (platform, version, card) => {
  expect(previewStyles[platform].card?.(version)).toEqual(card);
});
