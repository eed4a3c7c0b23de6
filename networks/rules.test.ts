/** Tests every limit of every network exactly at its edge and one beyond. */
import { describe, expect, test } from 'vitest';
import { checkVersion } from './core/check.ts';
import {
  type AccountLimits,
  type LimitName,
  limitOf,
  type MediaFacts,
  type Rules,
  type Span,
  type Version,
} from './core/limits.ts';
import { allRules } from './rules.ts';
import { makeMedia } from './testing/media.ts';

type Try = Partial<Version>;

/** Versions within a limit, versions beyond it, and the field at fault. */
interface Edge {
  fits: Try[];
  exceeds: Try[];
  field: string;
  /** The broken rule. Default: the limit's name. */
  rule?: string;
}

const family = '👨‍👩‍👧‍👦';
const familyBytes = Buffer.byteLength(family);

const edges: { [Name in LimitName]: (limit: never, rules: Rules, account: AccountLimits) => Edge } = {
  'text.max': (most: number) => ofText(most, (length) => 'x'.repeat(length)),
  'text.max_bytes': (most: number) =>
    ofText(most, (bytes) => family.repeat(bytes / familyBytes) + 'x'.repeat(bytes % familyBytes)),
  'text.url_length': (length: number, rules, account) => {
    const link = `https://example.com/${'a'.repeat(length)}`;
    const most = limitOf(rules, account, 'text.max') ?? 0;
    const edge = ofText(most, (all) => `${'x'.repeat(all - 1 - length)} ${link}`);
    return { ...edge, rule: 'text.max' };
  },
  'text.links': (most: number) => ofWords(most, 'https://a.example/'),
  'text.hashtags': (most: number) => ofWords(most, '#bells'),
  'text.mentions': (most: number) => ofWords(most, '@ada'),
  'media.max': (most: number, rules, account) => ofCount(most, (count) => anyFiles(count, rules, account)),
  'images.max': (most: number, rules, account) =>
    ofCount(most, (count) => (count === 0 ? fewest(rules, account) : images(count, rules, account))),
  'videos.max': (most: number, rules, account) => ofCount(most, (count) => videos(count, rules, account)),
  'media.min': (least: number, rules, account) => ({
    fits: [{ media: anyFiles(least, rules, account) }],
    exceeds: [{ media: anyFiles(least - 1, rules, account) }],
    field: 'media_ids',
  }),
  'media.bytes': (most: number, rules, account) => {
    const edge = ofFile(most, anyFiles(1, rules, account), (size) => ({ size }));
    return { ...edge, field: 'media_ids' };
  },
  'media.mixed': (isMixed: boolean, rules, account) => {
    const both = { media: [...images(1, rules, account), ...videos(1, rules, account)] };
    return { fits: isMixed ? [both] : [], exceeds: isMixed ? [] : [both], field: 'media_ids' };
  },
  'image.types': (types: string[], rules, account) =>
    asCover(rules, ofTypes(types, images(1, rules, account))),
  'video.types': (types: string[], rules, account) => ofTypes(types, videos(1, rules, account)),
  'image.bytes': (most: number, rules, account) =>
    asCover(
      rules,
      ofFile(most, images(1, rules, account), (size) => ({ size })),
    ),
  'video.bytes': (most: number, rules, account) =>
    ofFile(most, videos(1, rules, account), (size) => ({ size })),
  'image.pixels': (most: number, rules, account) => ofFile(most, images(1, rules, account), sidesOf),
  'video.pixels': (most: number, rules, account) => ofFile(most, videos(1, rules, account), sidesOf),
  'animated.bytes': (most: number, rules, account) =>
    ofFile(most, animatedGif(rules, account), (size) => ({ size })),
  'animated.frames': (most: number, rules, account) =>
    ofFile(most, animatedGif(rules, account), (frames) => ({ frames })),
  'animated.pixels': (most: number, rules, account) =>
    ofFile(most, animatedGif(rules, account), (pixels) => ({ ...sidesOf(pixels), frames: 1 })),
  'image.side': (most: number, rules, account) => ofSides(most, images(1, rules, account), 1),
  'video.side': (most: number, rules, account) => ofSides(most, videos(1, rules, account), 1),
  'image.min_side': (least: number, rules, account) => ofSides(least, images(1, rules, account), -1),
  'video.min_side': (least: number, rules, account) => ofSides(least, videos(1, rules, account), -1),
  'image.ratio': (span: Span, rules, account) => ofRatio(span, images(1, rules, account)),
  'video.ratio': (span: Span, rules, account) => ofRatio(span, videos(1, rules, account)),
  'video.min_seconds': (least: number, rules, account) => {
    const [video] = videos(1, rules, account);
    const of = (duration: number) => ({ media: [{ ...video, duration } as MediaFacts] });
    return { fits: [of(least)], exceeds: [of(least - 0.5)], field: 'media_ids.0' };
  },
  'video.fps': ([least, most]: Span, rules, account) => {
    const [video] = videos(1, rules, account);
    const of = (frameRate: number) => ({ media: [{ ...video, frameRate } as MediaFacts] });
    return { fits: [of(least), of(most)], exceeds: [of(least / 2), of(most * 2)], field: 'media_ids.0' };
  },
  'video.codecs': (codecs: string[], rules, account) =>
    ofCodecs(codecs, videos(1, rules, account), (videoCodec) => ({ videoCodec })),
  'audio.codecs': (codecs: string[], rules, account) =>
    ofCodecs(codecs, videos(1, rules, account), (audioCodec) => ({ audioCodec })),
  'video.seconds': (most: number, rules, account) =>
    ofFile(most, videos(1, rules, account), (duration) => ({ duration })),
  'alt.max': (most: number, rules, account) =>
    ofFile(most, images(1, rules, account), (length) => ({ altText: 'x'.repeat(length) })),
};

function ofText(most: number, write: (length: number) => string): Edge {
  return { fits: [{ text: write(most) }], exceeds: [{ text: write(most + 1) }], field: 'content' };
}

function ofWords(most: number, word: string): Edge {
  const text = (count: number) => Array.from({ length: count }, () => word).join(' ');
  return { fits: [{ text: text(most) }], exceeds: [{ text: text(most + 1) }], field: 'content' };
}

/** Once too long or short as the width, and once as the height. */
function ofSides(limit: number, [file]: MediaFacts[], step: number): Edge {
  const of = (width: number, height: number) => ({ media: [{ ...file, width, height } as MediaFacts] });
  const beyond = limit + step;
  const [other, field] = [step > 0 ? 1 : limit, 'media_ids.0'];
  return { fits: [of(limit, other)], exceeds: [of(other, beyond), of(beyond, other)], field };
}

function ofRatio([least, most]: Span, [file]: MediaFacts[]): Edge {
  const of = (ratio: number) => ({
    media: [{ ...file, width: 10_000 * ratio, height: 10_000 } as MediaFacts],
  });
  return { fits: [of(least), of(most)], exceeds: [of(least / 1.1), of(most * 1.1)], field: 'media_ids.0' };
}

function ofCodecs(
  codecs: string[],
  [file]: MediaFacts[],
  facts: (codec: string) => Partial<MediaFacts>,
): Edge {
  const of = (codec: string) => ({ media: [{ ...file, ...facts(codec) } as MediaFacts] });
  return { fits: codecs.map(of), exceeds: [of('unknown-codec')], field: 'media_ids.0' };
}

function ofCount(most: number, make: (count: number) => MediaFacts[]): Edge {
  return { fits: [{ media: make(most) }], exceeds: [{ media: make(most + 1) }], field: 'media_ids' };
}

function ofTypes(types: string[], [file]: MediaFacts[]): Edge {
  const of = (mimeType: string) => ({ media: [{ ...file, mimeType } as MediaFacts] });
  return { fits: types.map(of), exceeds: [of(`${file?.kind}/unknown-type`)], field: 'media_ids.0' };
}

/** A network that takes no images in a post has these limits for the cover of a video. */
function asCover(rules: Rules, { fits, exceeds }: Edge): Edge {
  const give = ({ media = [] }: Try): Try => {
    const files = new Map(media.map((file) => [file.id, file]));
    return { settings: { cover: media[0]?.id ?? 0 }, files };
  };
  if (rules.limits['images.max']?.value !== 0) return { fits, exceeds, field: 'media_ids.0' };
  return { fits: fits.map(give), exceeds: exceeds.map(give), field: 'settings.cover' };
}

function ofFile(most: number, [file]: MediaFacts[], measure: (value: number) => Partial<MediaFacts>): Edge {
  const of = (value: number) => ({ media: [{ ...file, ...measure(value) } as MediaFacts] });
  return { fits: [of(most)], exceeds: [of(most + 1)], field: 'media_ids.0' };
}

/** The sides closest to a square, as whole numbers. */
function sidesOf(pixels: number): Partial<MediaFacts> {
  let width = Math.floor(Math.sqrt(pixels));
  while (pixels % width !== 0) width -= 1;
  return { width, height: pixels / width };
}

/** The files that a post of this network needs. */
function fewest(rules: Rules, account: AccountLimits): MediaFacts[] {
  return anyFiles(rules.limits['media.min']?.value ?? 0, rules, account);
}

/** Files of a kind that the network accepts. */
function anyFiles(count: number, rules: Rules, account: AccountLimits): MediaFacts[] {
  const hasNoImages = rules.limits['images.max']?.value === 0;
  return hasNoImages ? videos(count, rules, account) : images(count, rules, account);
}

function images(count: number, rules: Rules, account: AccountLimits): MediaFacts[] {
  return files('image', count, limitOf(rules, account, 'image.types'));
}

function animatedGif(rules: Rules, account: AccountLimits): MediaFacts[] {
  return images(1, rules, account).map((image) => ({ ...image, mimeType: 'image/gif', animated: true }));
}

function videos(count: number, rules: Rules, account: AccountLimits): MediaFacts[] {
  const duration = limitOf(rules, account, 'video.min_seconds') ?? 1;
  return files('video', count, limitOf(rules, account, 'video.types'), duration);
}

/** The smallest possible files, of an accepted type. */
function files(
  kind: MediaFacts['kind'],
  count: number,
  types: readonly string[] = [],
  duration = 1,
): MediaFacts[] {
  const facts = { size: 1, width: 1, height: 1, duration, altText: null };
  return Array.from({ length: count }, () =>
    makeMedia({ kind, mimeType: types[0] ?? `${kind}/any`, ...facts }),
  );
}

function isSpan(value: unknown): value is Span {
  return Array.isArray(value) && typeof value[0] === 'number';
}

/** A value other than the network's, for an account or a server of its own. */
function ownFor(
  value: number | boolean | readonly string[] | Span,
): number | boolean | readonly string[] | Span {
  if (isSpan(value)) return [value[0] * 1.2, value[1] / 1.2];
  if (typeof value === 'number') return Math.ceil(value / 2);
  return typeof value === 'boolean' ? !value : [`${String(value[0]).split('/')[0]}/own`];
}

test.each([
  [0, 1, 'takes no videos; this post has 1'],
  [1, 2, 'allows at most 1 video; this post has 2'],
  [2, 3, 'allows at most 2 videos; this post has 3'],
])('the sentence about a limit of %i', (most, count, message) => {
  const [rules] = allRules;
  const account = { 'media.max': 9, 'videos.max': most };
  const media = videos(count, rules as Rules, account);
  const [violation] = checkVersion(rules as Rules, account, { text: 'Hello', settings: {}, media });
  expect(violation?.message).toBe(message);
});

test('the sentence about a limit of 1 character of alt text', () => {
  const [rules] = allRules as readonly [Rules];
  const account = { 'alt.max': 1 };
  const media = images(1, rules, account).map((file) => ({ ...file, altText: 'Bell' }));
  const violations = checkVersion(rules, account, { text: 'Hello', settings: {}, media });
  expect(violations.find(({ rule }) => rule === 'alt.max')?.message).toBe(
    'allows at most 1 character of alt text; this alt text has 4',
  );
});

describe.each(allRules.map((rules) => [rules.name, rules] as const))('%s', (_, rules) => {
  const limits = Object.entries(rules.limits).map(([name, { value }]) => [name as LimitName, value] as const);
  // Mastodon as a whole has no minimum number of files, but Pixelfed servers do.
  const leastOfAccount = rules.limits['media.min'] === undefined ? [['media.min', 2] as const] : [];
  const ofAccount = [...limits.map(([name, value]) => [name, ownFor(value)] as const), ...leastOfAccount];

  function check(part: Try, account: AccountLimits) {
    return checkVersion(rules, account, { text: 'Hello', settings: {}, media: fewest(rules, {}), ...part });
  }

  function expectEdge(name: LimitName, value: unknown, account: AccountLimits): void {
    const { fits, exceeds, field, rule = name } = edges[name](value as never, rules, account);
    // The smallest possible file may break another limit, such as the shortest side.
    const broken = (part: Try) => check(part, account).filter((each) => each.rule === rule);
    for (const part of fits) expect(broken(part)).toEqual([]);
    for (const part of exceeds)
      expect(check(part, account)).toContainEqual(expect.objectContaining({ field, rule }));
  }

  test.each(limits)('allows %s up to the limit, and no more', (name, value) => {
    expectEdge(name, value, {});
  });

  test.each(ofAccount)('applies the account’s own %s: %s', (name, value) => {
    expectEdge(name, value, { [name]: value });
  });

  test('allows each part of a thread up to the limit, and no more', () => {
    if (rules.parts === undefined) return;
    const [fit, long] = [0, 1].map((more) => 'x'.repeat((rules.limits['text.max']?.value ?? 0) + more));
    expect(check({ settings: { thread: [fit, fit] as string[] } }, {})).toEqual([]);
    expect(check({ settings: { thread: [fit, long] as string[] } }, {})).toMatchObject([
      { field: 'settings.thread.1', rule: 'text.max' },
    ]);
  });
});
