import { describe, expect, test } from 'vitest';
import { checkVersion } from './check.ts';
import { checkSchedulable, imageBoundsOf, placesAfter, scaleFor } from './images.ts';
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
      'accepts JPEG, GIF; this image is WebP. Belfry does not convert animated images, because they would become still',
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

describe('an image of another shape', () => {
  const span = [0.8, 1.91] as const;
  const withRatio = (
    fit: 'pad' | 'crop' | undefined,
    facts: Partial<MediaFacts>,
    limits: Rules['limits'] = {},
  ) => {
    const seen: string[] = [];
    const shaped: Rules = {
      ...rules,
      limits: { 'image.ratio': own(span), ...limits },
      check: ({ media }) => {
        seen.push(...media.map(({ width, height }) => `${width} × ${height}`));
        return [];
      },
    };
    const version = {
      text: '',
      settings: {},
      media: [{ ...small, ...facts }],
      ...(fit && { imageFit: fit }),
    };
    const found = checkSchedulable(shaped, {}, version).map(({ rule, message }) => `${rule}: ${message}`);
    return [...seen, ...found];
  };

  test.each<['pad' | 'crop' | undefined, number, number, string]>([
    [undefined, 1000, 2000, '1600 × 2000'],
    ['pad', 1000, 2000, '1600 × 2000'],
    ['pad', 3000, 1000, '3000 × 1571'],
    ['crop', 1000, 2000, '1000 × 1250'],
    ['crop', 3000, 1000, '1910 × 1000'],
    ['crop', 1500, 1000, '1500 × 1000'],
    ['pad', 1915, 1000, '1910 × 1000'],
  ])('is made to fit (%s): %d × %d', (fit, width, height, size) => {
    expect(withRatio(fit, { width, height })).toEqual([size]);
  });

  test('keeps the ratio and all other limits at every size', () => {
    for (const fit of ['pad', 'crop'] as const) {
      for (let width = 65; width < 4000; width += 97) {
        const facts = { width, height: 4064 - width };
        expect(withRatio(fit, facts, { 'image.side': own(1000), 'image.pixels': own(500_000) })).toHaveLength(
          1,
        );
      }
    }
  });

  test('is not padded to more pixels than a large photo has', () => {
    const [size = ''] = withRatio('pad', { width: 60_000, height: 1 });
    const [width = 0, height = 0] = size.split(' × ').map(Number);
    expect(width * height).toBeLessThanOrEqual(25_000_000);
    expect(width / height).toBeCloseTo(1.91, 2);
  });

  test('is refused if its shorter side is too short then, since no image is enlarged', () => {
    const limits = { 'image.min_side': own(320) };
    const facts = { width: 1000, height: 300 };
    expect(withRatio('pad', facts, limits)).toEqual(['1000 × 524']);
    expect(withRatio('crop', facts, limits)).toEqual([
      '573 × 300',
      'image.min_side: needs at least 320 pixels; the shorter side of this image has 300',
    ]);
  });

  test('is refused if it is animated', () => {
    expect(withRatio('pad', { animated: true, width: 1000, height: 100 })[1]).toMatch(
      /^image\.ratio: .* Belfry does not convert animated images/,
    );
  });

  test.each([
    ['pad', { x: 0, y: 1 }, { x: 0, y: 0.75 }],
    ['pad', { x: 0.5, y: 0.5 }, { x: 0.5, y: 0.5 }],
    ['crop', { x: 0.4, y: 1 }, { x: 0.3, y: 1 }],
    // Cut off.
    ['crop', { x: 0.1, y: 0.5 }, { x: 0, y: 0.5 }],
    ['crop', { x: 0.9, y: 0.5 }, { x: 1, y: 0.5 }],
  ] as const)('has its places elsewhere (%s, %j)', (fit, place, moved) => {
    const [from, square] = [{ width: 200, height: 100 }, { ratio: [1, 1], fit } as const];
    const made = { width: 50, height: 50 };
    const found = placesAfter(from, made, square)?.(place);
    expect([found?.x, found?.y]).toEqual([expect.closeTo(moved.x), expect.closeTo(moved.y)]);
  });

  test('keeps its places if it has a shape that is accepted', () => {
    const made = { width: 100, height: 49 };
    expect(placesAfter({ width: 200, height: 100 }, made, { ratio: [1, 2], fit: 'crop' })).toBeUndefined();
    expect(placesAfter({ width: 200, height: 100 }, made, {})).toBeUndefined();
  });

  test('fits the ratio of the format', () => {
    const formats = { story: { title: 'Story', limits: { 'image.ratio': own([0.5, 0.6] as const) } } };
    const source = { rules: { ...rules, formats }, account: {}, format: formats.story };
    expect(imageBoundsOf(source, 'crop')).toMatchObject({ ratio: [0.5, 0.6], fit: 'crop' });
    expect(imageBoundsOf({ rules, account: {} })).not.toHaveProperty('ratio');
  });
});
