/**
 * A network's limits, as data, and the one check that reads them. Safe for the browser: the composer shows the same
 * violations as the server.
 */
import { amount } from './amount.ts';
import type { JsonObject, JsonSchema } from './json.ts';
import { type Counting, countEachTime, countText, type TextUnit } from './text.ts';

/** One limit of a network, with its source and the date it was read. */
export interface Limit<T = number> {
  value: T;
  /** Address or document in which the limit was read. */
  source: string;
  /** Date of the reading, YYYY-MM-DD. */
  checked: string;
  /** False when no official page confirms it. */
  confirmed?: false;
}

/** Every limit that the shared check knows; a network states the ones it has. */
export interface Limits {
  /** Longest text in `unit`s. */
  'text.max': Limit & { unit: TextUnit };
  'text.max_bytes'?: Limit;
  /** The length that every link counts as; 0: links count in full. */
  'text.url_length'?: Limit;
  'media.max': Limit;
  /** Minimum number of files in a post. */
  'media.min'?: Limit;
  'images.max'?: Limit;
  'videos.max'?: Limit;
  /** False: one post cannot contain both images and videos. */
  'media.mixed'?: Limit<boolean>;
  'image.types'?: Limit<readonly string[]>;
  'video.types'?: Limit<readonly string[]>;
  /** Bytes. */
  'image.bytes'?: Limit;
  /** Bytes. */
  'video.bytes'?: Limit;
  /** Width times height. */
  'image.pixels'?: Limit;
  'video.pixels'?: Limit;
  /** Pixels of the longer side. */
  'image.side'?: Limit;
  /** Seconds. */
  'video.seconds'?: Limit;
  'alt.max'?: Limit;
}

export type LimitName = keyof Limits;

/**
 * The limits of this account or server, which replace the network's defaults; read when the account is connected, then
 * daily.
 */
export type AccountLimits = {
  readonly [Name in LimitName]?: number | boolean | readonly string[] | undefined;
};

/** The facts about a file that the check needs. */
export interface MediaFacts {
  id: number;
  kind: 'image' | 'video';
  mimeType: string;
  size: number;
  width: number | null;
  height: number | null;
  duration: number | null;
  /** True for images of several frames; always false for videos. */
  animated: boolean;
  altText: string | null;
}

/** A post as one channel shows it. */
export interface Version {
  text: string;
  settings: JsonObject;
  media: readonly MediaFacts[];
}

/** A text that the network counts separately, such as one part of a thread; `field` is its path in the target. */
export interface Part {
  field: string;
  text: string;
}

export interface Violation {
  field: string;
  rule: string;
  measured: number | string;
  limit: number | string | boolean | readonly string[];
  unit: string;
  /** A sentence without its subject, the channel: "allows at most 300 characters; this text has 312". */
  message: string;
}

/** The public facts about a network: no secrets, no calls. */
export interface Rules<Platform extends string = string> {
  platform: Platform;
  name: string;
  limits: Limits;
  /** Schema of a target's `settings`. */
  settings: JsonSchema;
  /** The texts that are counted. Default: the post's text. */
  parts?(version: Version): Part[];
  /** Length of a text in the unit of `text.max`. Default: a plain count in that unit. */
  count?(text: string, version: Version, account: AccountLimits, counting?: Counting): number;
  /** Checks that the shared check cannot express. */
  check?(version: Version, account: AccountLimits): Violation[];
}

/** Every violation of the version as it is; empty if there are none. */
export function checkVersion(rules: Rules, account: AccountLimits, version: Version): Violation[] {
  return finish(walkVersion(rules, account, version));
}

/** Like {@link checkVersion}, one text or file per step, so that the caller can do other work in between. */
export function* walkVersion(
  rules: Rules,
  account: AccountLimits,
  version: Version,
  counting: Counting = countEachTime,
): Generator<void, Violation[]> {
  const violations: Violation[] = [];
  for (const part of rules.parts?.(version) ?? [{ field: 'content', text: version.text }]) {
    violations.push(...checkText(rules, account, version, part, counting));
    yield;
  }
  violations.push(...checkCounts(rules, account, version));
  for (const [index, media] of version.media.entries()) {
    violations.push(...checkFile(rules, account, media, index, counting));
    yield;
  }
  return [...violations, ...(rules.check?.(version, account) ?? [])];
}

/** Runs every step at once. */
export function finish<T>(walk: Generator<void, T>): T {
  for (;;) {
    const { done, value } = walk.next();
    if (done) return value;
  }
}

/** The limit for this account: its own if it has one, otherwise the network's default. */
export function limitOf<Name extends LimitName>(
  rules: Rules,
  account: AccountLimits,
  name: Name,
): NonNullable<Limits[Name]>['value'] | undefined {
  const own = account[name] as NonNullable<Limits[Name]>['value'] | undefined;
  return own ?? rules.limits[name]?.value;
}

function checkText(
  rules: Rules,
  account: AccountLimits,
  version: Version,
  { field, text }: Part,
  counting: Counting,
): Violation[] {
  const { unit } = rules.limits['text.max'];
  const length = rules.count?.(text, version, account, counting) ?? counting(countText[unit], text);
  const bytes = counting(countText.bytes, text);
  const [most, mostBytes] = [limitOf(rules, account, 'text.max'), limitOf(rules, account, 'text.max_bytes')];
  return [
    ...over('text.max', field, length, most, unit, 'this text has'),
    ...over('text.max_bytes', field, bytes, mostBytes, 'bytes', 'this text has'),
  ];
}

function checkCounts(rules: Rules, account: AccountLimits, { media }: Version): Violation[] {
  const images = media.filter((file) => file.kind === 'image').length;
  const videos = media.length - images;
  const counted = (name: 'media.max' | 'images.max' | 'videos.max', count: number, unit: string) =>
    over(name, 'media_ids', count, limitOf(rules, account, name), unit, 'this post has');
  const violations = [
    ...counted('media.max', media.length, 'files'),
    ...counted('images.max', images, 'images'),
    ...counted('videos.max', videos, 'videos'),
  ];
  const least = limitOf(rules, account, 'media.min');
  if (least !== undefined && media.length < least) {
    violations.push({
      field: 'media_ids',
      rule: 'media.min',
      measured: media.length,
      limit: least,
      unit: 'files',
      message: `needs at least ${describeLimit(least, 'files')}; this post has ${media.length}`,
    });
  }
  if (limitOf(rules, account, 'media.mixed') === false && images > 0 && videos > 0) {
    violations.push({
      field: 'media_ids',
      rule: 'media.mixed',
      measured: `${images} images and ${videos} videos`,
      limit: false,
      unit: 'kinds',
      message: 'allows either images or a video in one post, not both',
    });
  }
  return violations;
}

function checkFile(
  rules: Rules,
  account: AccountLimits,
  media: MediaFacts,
  index: number,
  counting: Counting,
): Violation[] {
  const field = `media_ids.${index}`;
  const own = (name: LimitName) => limitOf(rules, account, name) as number | undefined;
  const { kind } = media;
  const pixels = (media.width ?? 0) * (media.height ?? 0);
  const violations = [
    ...over(`${kind}.bytes`, field, media.size, own(`${kind}.bytes`), 'bytes', `this ${kind} has`),
    ...over(`${kind}.pixels`, field, pixels, own(`${kind}.pixels`), 'pixels', `this ${kind} has`),
    ...over(
      'alt.max',
      field,
      counting(countText.graphemes, media.altText ?? ''),
      own('alt.max'),
      'characters of alt text',
      'this alt text has',
    ),
  ];
  if (kind === 'image') {
    const side = Math.max(media.width ?? 0, media.height ?? 0);
    const subject = 'the longer side of this image has';
    violations.push(...over('image.side', field, side, own('image.side'), 'pixels', subject));
  } else {
    violations.push(
      ...over('video.seconds', field, media.duration ?? 0, own('video.seconds'), 'seconds', 'this video has'),
    );
  }
  const types = limitOf(rules, account, `${kind}.types`);
  if (types && !types.includes(media.mimeType)) {
    violations.push({
      field,
      rule: `${kind}.types`,
      measured: media.mimeType,
      limit: types,
      unit: 'types',
      message: `accepts ${types.join(', ')}; this ${kind} is ${media.mimeType}`,
    });
  }
  return media.animated ? violations.map(explainAnimated) : violations;
}

/** Explains why conversion does not help: Belfry converts only still images. */
function explainAnimated(violation: Violation): Violation {
  if (!violation.rule.startsWith('image.')) return violation;
  return {
    ...violation,
    message: `${violation.message}. Belfry does not convert animated images, because they would become still`,
  };
}

function over(
  rule: string,
  field: string,
  measured: number,
  limit: number | undefined,
  unit: string,
  subject: string,
): Violation[] {
  if (limit === undefined || measured <= limit) return [];
  return [
    {
      field,
      rule,
      measured,
      limit,
      unit,
      message: `allows at most ${describeLimit(limit, unit)}; ${subject} ${measured}`,
    },
  ];
}

function describeLimit(limit: number, unit: string): string {
  // People call a grapheme a character; the violation's own `unit` stays exact.
  return amount(limit, unit === 'graphemes' ? 'characters' : unit);
}
