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
