import { describe, expect, test } from 'vitest';
import { checkVersion } from './check.ts';
import { checkSchedulable, imageBoundsOf, scaleFor } from './images.ts';
import type { AccountLimits, MediaFacts, Rules } from './limits.ts';

function own<T>(value: T) {
  return { value, source: 'here', checked: '2026-11-21' };
}

const rules: Rules = {
  platform: 'test',
  name: 'Test',
  limits: {
    'text.max': { ...own(100), unit: 'graphemes' },
    'media.max': own(4),
    'image.types': own(['image/jpeg', 'image/gif']),
    'image.bytes': own(1_000_000),
    'image.pixels': own(2_000_000),
    'image.side': own(2000),
    'video.bytes': own(1_000_000),
    'alt.max': own(10),
  },
  settings: {},
};

const small: MediaFacts = {
  id: 1,
  kind: 'image',
  mimeType: 'image/jpeg',
  size: 1000,
  width: 100,
  height: 80,
  duration: null,
  animated: false,
  altText: null,
};

function check(facts: Partial<MediaFacts>, account: AccountLimits = {}): string[] {
  const version = { text: '', settings: {}, media: [{ ...small, ...facts }] };
  return checkSchedulable(rules, account, version).map(({ rule }) => rule);
}

describe('schedulability', () => {
  test.each<[string, Partial<MediaFacts>]>([
    ['a still image of an unsupported type', { mimeType: 'image/webp' }],
    ['too many bytes', { size: 16_000_000 }],
    ['too many pixels', { width: 1900, height: 1900 }],
    ['too long a side', { width: 9000, height: 10 }],
    ['all of these', { mimeType: 'image/png', size: 16_000_000, width: 10_000, height: 9000 }],
    ['unknown dimensions', { mimeType: 'image/png', width: null, height: null }],
  ])('conversion makes schedulable: %s', (_, facts) => {
    const version = { text: '', settings: {}, media: [{ ...small, ...facts }] };
    expect(checkVersion(rules, {}, version)).not.toEqual([]);
    expect(check(facts)).toEqual([]);
  });

  test.each<[string, Partial<MediaFacts>, AccountLimits, string[]]>([
    ['an animation of an unsupported type', { animated: true, mimeType: 'image/webp' }, {}, ['image.types']],
    [
      'an animation that is too large',
      { animated: true, mimeType: 'image/gif', size: 2e6 },
      {},
      ['image.bytes'],
    ],
    ['a network that accepts no type we produce', {}, { 'image.types': ['image/heic'] }, ['image.types']],
    ['a limit that no image can meet', { size: 50_000 }, { 'image.bytes': 1000 }, ['image.bytes']],
    ['a limit of too few pixels to show anything', {}, { 'image.pixels': 100 }, ['image.pixels']],
    ['an image that cannot be read', { mimeType: 'image/tiff' }, {}, ['image.types']],
    ['a video', { kind: 'video', mimeType: 'video/mp4', size: 2e6 }, {}, ['video.bytes']],
    ['a long description', { altText: 'x'.repeat(11) }, {}, ['alt.max']],
  ])('conversion does not make schedulable: %s', (_, facts, account, violated) => {
    expect(check(facts, account)).toEqual(violated);
  });

  test('conversion promises no fewer than 64 × 64 pixels and 32 KB', () => {
    expect(scaleFor(128, 128, { types: [], pixels: 1 })).toBe(0.5);
    const facts = { size: 50_000 };
    expect(check(facts, { 'image.bytes': 32 * 1024 })).toEqual([]);
    expect(check(facts, { 'image.bytes': 32 * 1024 - 1 })).toEqual(['image.bytes']);
  });

  test('a thin image keeps a pixel of its shorter side', () => {
    const sides: string[] = [];
    const noting: Rules = {
      ...rules,
      check: ({ media }) => {
        sides.push(...media.map(({ width, height }) => `${width} × ${height}`));
        return [];
      },
    };
    const media = [
      { ...small, width: 8000, height: 2 },
      { ...small, width: 2, height: 8000 },
    ];
    expect(checkSchedulable(noting, {}, { text: '', settings: {}, media })).toEqual([]);
    expect(sides).toEqual(['2000 × 1', '1 × 2000']);
  });

  test('the message for an animation explains why it is not converted', () => {
    const media = [{ ...small, animated: true, mimeType: 'image/webp' }];
    const [violation] = checkSchedulable(rules, {}, { text: '', settings: {}, media });
    expect(violation?.message).toBe(
      'accepts image/jpeg, image/gif; this image is image/webp. Belfry does not convert animated images, because they would become still',
    );
  });
});

test('the account’s own limits replace the network’s', () => {
  const account = { 'image.bytes': 5, 'image.types': ['image/png'] };
  expect(imageBoundsOf({ rules, account })).toEqual({
    types: ['image/png'],
    bytes: 5,
    pixels: 2_000_000,
    side: 2000,
  });
});

test('an image is scaled down to its limits and never enlarged', () => {
  expect(scaleFor(100, 80, { types: [] })).toBe(1);
  expect(scaleFor(100, 80, { types: [], side: 4000, pixels: 1e9 })).toBe(1);
  expect(scaleFor(4000, 100, { types: [], side: 2000 })).toBe(0.5);
  expect(scaleFor(2000, 2000, { types: [], pixels: 1_000_000 })).toBe(0.5);
});
