import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longLength, mixedText, pathologicalText, requireLinear } from '../testing/pathological.ts';
import { findSpans, toFacets } from './facets.ts';

/** Each span as [kind, the text it covers, value]. */
function read(text: string): string[][] {
  return findSpans(text).map(({ kind, start, end, value }) => [kind, text.slice(start, end), value]);
}

describe('links', () => {
  test.each([
    ['see https://example.com/a?b=c#d now', 'https://example.com/a?b=c#d'],
    ['(https://example.com/a)', 'https://example.com/a'],
    ['https://en.wikipedia.org/wiki/Bell_(instrument)', 'https://en.wikipedia.org/wiki/Bell_(instrument)'],
    ['Read https://example.com.', 'https://example.com'],
    ['Really (see https://example.com)?!', 'https://example.com'],
    ['http://localhost:8080/x', 'http://localhost:8080/x'],
  ])('%s', (text, uri) => {
    expect(read(text)).toEqual([['link', uri, uri]]);
  });

  test.each([
    ['visit my-site.org/path today', 'my-site.org/path'],
    ['bsky.app', 'bsky.app'],
    ['at example.co.uk, now', 'example.co.uk'],
  ])('%s: completed', (text, typed) => {
    expect(read(text)).toEqual([['link', typed, `https://${typed}`]]);
  });

  test.each([
    'node.js',
    'e.g. this',
    'v1.2.3',
    'bob@example.com',
    'a...b',
    'https://',
    'https:///x',
    'end.Start',
  ])('%s: none', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('mentions', () => {
  test('a handle in upper or lower case, and in brackets', () => {
    expect(read('(@Alice.Test) and @bob.bsky.social.')).toEqual([
      ['mention', '@Alice.Test', 'alice.test'],
      ['mention', '@bob.bsky.social', 'bob.bsky.social'],
    ]);
  });

  test.each(['@alice', 'mail@alice.test', '@@', '@.test'])('%s: none', (text) => {
    expect(read(text)).toEqual([]);
  });
});

/** 64 graphemes of 10 bytes. */
const heavy = 'क़\u0301\u0301'.normalize('NFD').repeat(64);

describe('tags', () => {
  test.each([
    ['#bell', ['tag', '#bell', 'bell']],
    ['two ＃鐘 here', ['tag', '＃鐘', '鐘']],
    ['#don’t-stop!', ['tag', '#don’t-stop', 'don’t-stop']],
    ['#2027goals', ['tag', '#2027goals', '2027goals']],
    ['buy $aapl, now', ['tag', '$aapl', '$AAPL']],
    [`#${'a'.repeat(64)}`, ['tag', `#${'a'.repeat(64)}`, 'a'.repeat(64)]],
    [`#${'e\u0301'.repeat(64)}`, ['tag', `#${'e\u0301'.repeat(64)}`, 'e\u0301'.repeat(64)]],
    [`#${heavy}`, ['tag', `#${heavy}`, heavy]],
  ])('%s', (text, span) => {
    expect(read(text)).toEqual([span]);
  });

  test.each([
    '#1',
    '#!?',
    'a#b',
    '#',
    '#️⃣',
    '$5',
    '$TOOLONG',
    `#${'a'.repeat(65)}`,
    `#${'e\u0301'.repeat(65)}`,
    `#${heavy}\u0301`,
  ])('%s: none', (text) => {
    expect(read(text)).toEqual([]);
  });
});

test('facets count UTF-8 bytes, and an unknown handle stays text', () => {
  const text = '👋🏽 é @alice.test @nobody.test';
  const facets = toFacets(text, { 'alice.test': 'did:plc:alice', 'nobody.test': null });
  expect(facets).toEqual([
    {
      index: { byteStart: 12, byteEnd: 23 },
      features: [{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:alice' }],
    },
  ]);
  const bytes = Buffer.from(text).subarray(12, 23);
  expect(bytes.toString()).toBe('@alice.test');
});

/** How findSpans trimmed before it ran in linear time. */
function trimAddress(found: string): string {
  const trimmed = found.replace(/[.,;:!?]+$/, '');
  return trimmed.endsWith(')') && !trimmed.includes('(') ? trimAddress(trimmed.slice(0, -1)) : trimmed;
}

describe('any text', () => {
  test('links and tags end where a search from every character ends them', () => {
    const anyText = fc.oneof(mixedText, pathologicalText(60));
    fc.assert(
      fc.property(anyText, (text) => {
        for (const [kind, covered, value = ''] of read(`x ${text}`)) {
          if (kind === 'link') expect(trimAddress(covered ?? '')).toBe(covered);
          if (kind === 'tag' && covered?.startsWith('#')) expect(value.replace(/\p{P}+$/u, '')).toBe(value);
        }
        const typed = text.replace(/\s/g, '');
        const link = read(`https://a.bc/${typed}`).find(([kind]) => kind === 'link');
        expect(link?.[1]).toBe(trimAddress(`https://a.bc/${typed}`));
      }),
    );
  });

  test('facets start at the right byte', () => {
    const manyTags = mixedText.map((text) => `#é ${text} #ü https://a.bc/(#x (https://b.cd`);
    fc.assert(
      fc.property(manyTags, (text) => {
        const starts = findSpans(text).map(({ start }) => Buffer.byteLength(text.slice(0, start)));
        const facets = toFacets(text, {}) as unknown as { index: { byteStart: number; byteEnd: number } }[];
        expect(facets.every(({ index }) => starts.includes(index.byteStart))).toBe(true);
        expect(facets.length).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  test.each([
    ['punctuation after a link', `https://a.bc/${'!'.repeat(longLength)}x`],
    ['brackets after a link', `https://a.bc/${').'.repeat(longLength / 2)}`],
    ['punctuation in a tag', `#${'!'.repeat(longLength)}a`],
    ['tags only', '#é '.repeat(longLength / 3)],
    ['brackets before mentions', '(@a'.repeat(longLength / 3)],
  ])('%s: takes linear time', (_, text) => {
    requireLinear(() => toFacets(text, {}));
  });

  test('random texts take linear time', () => {
    fc.assert(
      fc.property(pathologicalText(longLength / 2), (text) => requireLinear(() => toFacets(text, {}))),
      { numRuns: 40 },
    );
  });
});
