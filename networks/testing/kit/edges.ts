/** The check and the network agree about each limit: exactly at it, and one beyond. */
import { describe, expect, test } from 'vitest';
import { checkVersion } from '../../core/check.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import {
  type AccountLimits,
  type LimitName,
  type LimitSource,
  limitIn,
  limitsFor,
  type Rules,
} from '../../core/limits.ts';
import type { Media, Outgoing } from '../../core/network.ts';
import type { TextUnit } from '../../core/text.ts';
import type { Fake } from '../fake.ts';
import { runOnce } from '../matrix.ts';
import { makeMedia } from '../media.ts';
import { sessionAt } from './caller.ts';
import type { Ground, NetworkSpec } from './spec.ts';

interface Trial {
  name: LimitName;
  format: string | undefined;
  isWithin: boolean;
  account: AccountLimits;
}

interface Edge {
  fits: Partial<Outgoing>[];
  exceeds: Partial<Outgoing>[];
}

/** Larger counts and files are left to the check alone. */
const mostFiles = 50;
const mostBytes = 4 * 1024 * 1024;

const edges: { [Name in LimitName]?: (limits: LimitSource, base: Outgoing) => Edge } = {
  'text.max': (limits) => ofText(limits),
  'text.max_bytes': (limits) => ofLengths(limitIn(limits, 'text.max_bytes'), [family]),
  'text.links': (limits) => ofWords(limitIn(limits, 'text.links'), 'https://a.example/'),
  'text.hashtags': (limits) => ofWords(limitIn(limits, 'text.hashtags'), '#bells'),
  'text.mentions': (limits) => ofWords(limitIn(limits, 'text.mentions'), '@ada'),
  'media.max': (limits, base) => ofCount(limitIn(limits, 'media.max'), (count) => files(count, limits, base)),
  'media.min': (limits, base) => {
    const least = limitIn(limits, 'media.min') ?? 0;
    const of = (count: number) => ({ media: files(count, limits, base) });
    return least === 0 ? nothing : { fits: [of(least)], exceeds: [of(least - 1)] };
  },
  'images.max': (limits, base) => ofKind('image', limitIn(limits, 'images.max'), limits, base),
  'videos.max': (limits, base) => ofKind('video', limitIn(limits, 'videos.max'), limits, base),
  'media.mixed': (limits) => {
    const both = { media: [file('image', limits), file('video', limits, 2)] };
    return limitIn(limits, 'media.mixed') === false ? { fits: [], exceeds: [both] } : nothing;
  },
  'image.types': (limits) => ofTypes('image', limitIn(limits, 'image.types'), limits),
  'video.types': (limits) => ofTypes('video', limitIn(limits, 'video.types'), limits),
  'image.bytes': (limits) => ofBytes('image', limitIn(limits, 'image.bytes'), limits),
  'video.bytes': (limits) => ofBytes('video', limitIn(limits, 'video.bytes'), limits),
  'alt.max': (limits, base) =>
    ofMost(limitIn(limits, 'alt.max'), (length) => ({
      media: files(Math.max(1, limitIn(limits, 'media.min') ?? 1), limits, base).map((each) => ({
        ...each,
        altText: 'x'.repeat(length),
      })),
    })),
};

export function describeEdges({ spec, memory }: Ground): void {
  const { rules } = spec.network;
  const bases = rules.formats === undefined ? [undefined] : formatsOf(spec);
  const named = bases.flatMap((format) => limitNames(spec, format).map((name) => [name, format] as const));

  describe('the check and the network agree', () => {
    test.each(named)('about %s of the format %s', async (name, format) => {
      const base = baseOf(spec, format);
      const limits = limitsFor(rules, await readLimits(spec, memory), base);
      const { fits, exceeds } = edges[name]?.(limits, base) ?? nothing;
      const judge = async (part: Partial<Outgoing>, isWithin: boolean) => {
        const post = { ...base, ...part };
        // A post that becomes one of another format says nothing about this one.
        if (format !== undefined && formatOf(rules, post) !== format) return;
        await expectVerdict(post, { name, format, isWithin, account: limits.account }, { spec, memory });
      };
      for (const part of fits) await judge(part, true);
      for (const part of exceeds) await judge(part, false);
    });

    test.each(['text', 'files'] as const)('about posts without %s', async (missing) => {
      const account = await readLimits(spec, memory);
      for (const { post: whole } of Object.values(spec.posts)) {
        const post = missing === 'text' ? { ...whole, text: '' } : { ...whole, media: [] };
        const isEmpty = post.text === '' && post.media.length === 0;
        // Belfry refuses an empty post before it asks the rules.
        if (isEmpty || checkVersion(rules, account, post).length > 0) continue;
        const { network, startFake } = spec;
        const { outcome } = await runOnce({ network, startFake, post, parts: 1 }, memory);
        expect(outcome.kind, summarize(post)).toBe('published');
      }
    });

    const threads = Object.values(spec.posts).filter(({ post }) => Array.isArray(post.settings.thread));
    test.skipIf(threads.length === 0)('about the last part of a thread', async () => {
      const account = await readLimits(spec, memory);
      for (const { post } of threads) {
        const limits = limitsFor(rules, account, post);
        const most = limitIn(limits, 'text.max');
        if (most === undefined) continue;
        const rulesOf = (length: number) =>
          checkVersion(rules, account, withLastPart(post, 'x'.repeat(length))).map(({ rule }) => rule);
        expect(rulesOf(most), 'at the limit').not.toContain('text.max');
        expect(rulesOf(most + 1), 'beyond the limit').toContain('text.max');
      }
    });
  });
}

function withLastPart(post: Outgoing, text: string): Outgoing {
  const parts = post.settings.thread as Json[];
  const last = parts.at(-1);
  const changed = typeof last === 'string' ? text : { ...(last as JsonObject), text };
  return { ...post, settings: { ...post.settings, thread: [...parts.slice(0, -1), changed] } };
}

/** The check, and the network if it applies this limit, take a post within the limit, and refuse one beyond. */
async function expectVerdict(
  post: Outgoing,
  { name, format, isWithin, account }: Trial,
  { spec: { network, startFake, unjudged }, memory }: Pick<Ground, 'spec' | 'memory'>,
): Promise<void> {
  const when = `${name}, ${isWithin ? 'at' : 'beyond'} the limit: ${summarize(post)}`;
  const broken = checkVersion(network.rules, account, post).map(({ rule }) => rule);
  expect(broken.includes(name), `the check refuses ${when}`).toBe(!isWithin);
  // A post that breaks another limit says nothing about this one.
  const isUnjudged = unjudged?.includes(name) || unjudged?.includes(`${format} ${name}`);
  if (isUnjudged || (isWithin && broken.length > 0)) return;
  const { outcome, visible, leaks } = await runOnce({ network, startFake, post, parts: 1 }, memory);
  expect(leaks, `${when}: secrets`).toEqual([]);
  const verdict = { kind: outcome.kind, isVisible: visible > 0 };
  const right = { kind: isWithin ? 'published' : 'failed', isVisible: isWithin };
  expect(verdict, `the network on ${when}`).toEqual(right);
}

const nothing: Edge = { fits: [], exceeds: [] };
const family = '👨‍👩‍👧‍👦';

function limitNames({ network: { rules } }: NetworkSpec, format: string | undefined): LimitName[] {
  const own = format === undefined ? {} : rules.formats?.[format]?.limits;
  const names = new Set([...Object.keys(rules.limits), ...Object.keys(own ?? {})] as LimitName[]);
  return [...names].filter((name) => edges[name] !== undefined);
}

/** The formats of the spec's posts. */
export function formatsOf({ posts, network: { rules } }: NetworkSpec): string[] {
  const used = new Set(Object.values(posts).map(({ post }) => formatOf(rules, post)));
  return Object.keys(rules.formats ?? {}).filter((format) => used.has(format));
}

export function formatOf(rules: Rules, post: Outgoing): unknown {
  return rules.formatOf?.(post, {}) ?? post.settings.format;
}

export function baseOf({ posts, network: { rules } }: NetworkSpec, format: string | undefined): Outgoing {
  const all = Object.values(posts).map(({ post }) => post);
  const base = format === undefined ? all[0] : all.find((post) => formatOf(rules, post) === format);
  if (base === undefined) throw new Error('The spec has no posts.');
  return base;
}

async function readLimits({ network, startFake }: NetworkSpec, memory: Ground['memory']) {
  if (network.look === undefined) return {};
  const fake: Fake = await startFake();
  fake.server.now = () => memory.now();
  try {
    return (await network.look(sessionAt(fake))).limits ?? {};
  } finally {
    await fake.server.close();
  }
}

/** Each is of another length in another unit: a wrong unit shows in one of them. */
const samples = ['x', 'é', '😀', '🇩🇪'];
/** Of one character in every unit in which a network with its own way of counting may count. */
const plainSamples = ['x', '😀'];

const lengthIn: Record<TextUnit, (sample: string) => number> = {
  graphemes: () => 1,
  characters: (sample) => [...sample].length,
  utf16: (sample) => sample.length,
  bytes: (sample) => Buffer.byteLength(sample),
  weighted: () => 1,
};

function ofText(limits: LimitSource): Edge {
  const { rules, format } = limits;
  const unit = (format?.limits['text.max'] ?? rules.limits['text.max'])?.unit ?? 'characters';
  const tried = unit === 'weighted' ? ['x'] : rules.count === undefined ? samples : plainSamples;
  return ofLengths(limitIn(limits, 'text.max'), tried, lengthIn[unit]);
}

function ofLengths(
  most: number | undefined,
  samples: readonly string[],
  count: (sample: string) => number = Buffer.byteLength,
): Edge {
  const write = (sample: string, length: number) =>
    sample.repeat(Math.floor(length / count(sample))) + 'x'.repeat(length % count(sample));
  return ofMost(most, (length) => samples.map((sample) => ({ text: write(sample, length) })));
}

function ofWords(most: number | undefined, word: string): Edge {
  return ofMost(most, (count) => ({ text: Array.from({ length: count }, () => word).join(' ') || 'Bells' }));
}

function ofMost(
  most: number | undefined,
  make: (value: number) => Partial<Outgoing> | Partial<Outgoing>[],
): Edge {
  if (most === undefined) return nothing;
  return { fits: [make(most)].flat(), exceeds: [make(most + 1)].flat() };
}

function ofCount(most: number | undefined, make: (count: number) => Media[]): Edge {
  return most === undefined || most > mostFiles ? nothing : ofMost(most, (count) => ({ media: make(count) }));
}

function ofKind(kind: Media['kind'], most: number | undefined, limits: LimitSource, base: Outgoing): Edge {
  const others = most === 0 ? base.media : [];
  return ofCount(most, (count) => [...others, ...many(count, (id) => file(kind, limits, id))]);
}

function ofTypes(kind: Media['kind'], types: readonly string[] | undefined, limits: LimitSource): Edge {
  if (types === undefined || limitIn(limits, `${kind}s.max`) === 0) return nothing;
  const of = (mimeType: string) => ({ media: [{ ...file(kind, limits), mimeType }] });
  return { fits: types.map(of), exceeds: [of(`${kind}/x-unheard-of`)] };
}

function ofBytes(kind: Media['kind'], most: number | undefined, limits: LimitSource): Edge {
  if (most === undefined || most > mostBytes) return nothing;
  return ofMost(most, (size) => ({ media: [{ ...file(kind, limits), size, open: zeros(size) }] }));
}

/** So many files of the kind that the post has, or that the network takes. */
function files(count: number, limits: LimitSource, { media: [first] }: Outgoing): Media[] {
  const kind = first?.kind ?? (limitIn(limits, 'images.max') === 0 ? 'video' : 'image');
  return many(count, (id) => (first === undefined ? file(kind, limits, id) : { ...first, id }));
}

function file(kind: Media['kind'], limits: LimitSource, id = 1): Media {
  const [mimeType = kind === 'image' ? 'image/png' : 'video/mp4'] = limitIn(limits, `${kind}.types`) ?? [];
  return makeMedia({ id, kind, mimeType, duration: kind === 'video' ? 10 : null });
}

function many(count: number, make: (id: number) => Media): Media[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}

function zeros(size: number): Media['open'] {
  return async function* ({ start, end = size } = { start: 0 }) {
    yield Buffer.alloc(end - start);
  };
}

function summarize({ text, media }: Outgoing): string {
  const kinds = media.map(({ mimeType, size }) => `${mimeType} of ${size} bytes`).join(', ');
  return `${text.length} UTF-16 units of “${text.slice(0, 8)}…”, files: ${kinds || 'none'}`;
}
