/** The one check that reads a network's limits. Safe for the browser: it shows the same violations as the server. */
import { amount, comparedSizes } from './amount.ts';
import { explainConversion } from './explaining.ts';
import {
  type AccountLimits,
  isAnimatedGif,
  type LimitName,
  type LimitSource,
  limitIn,
  limitsFor,
  type MediaFacts,
  type Part,
  type Rules,
  type Span,
  type Version,
  type Violation,
} from './limits.ts';
import { type Counting, countEachTime, countText, type TextUnit } from './text.ts';
import { nameOfType, namesOfTypes } from './type-names.ts';
import { countHashtags, countLinks, countMentions } from './words.ts';

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
  const limits = limitsFor(rules, account, version);
  const violations: Violation[] = [];
  for (const part of rules.parts?.(version) ?? [{ field: 'content', text: version.text }]) {
    violations.push(...checkText(limits, version, part, counting));
    yield;
  }
  violations.push(...checkCounts(limits, version.media));
  for (const [index, media] of version.media.entries()) {
    // That the network takes none of this kind says all.
    if (limitIn(limits, `${media.kind}s.max`) === 0) continue;
    violations.push(...checkFile(limits, media, `media_ids.${index}`, counting));
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

function checkText(
  limits: LimitSource,
  version: Version,
  { field, text }: Part,
  counting: Counting,
): Violation[] {
  const own = <Name extends LimitName>(name: Name) => limitIn(limits, name);
  const { rules, account, format } = limits;
  const unit = (format?.limits['text.max'] ?? rules.limits['text.max'])?.unit ?? 'characters';
  const length = rules.count?.(text, version, account, counting) ?? counting(countText[unit], text);
  const bytes = counting(countText.bytes, text);
  const count = (name: 'text.links' | 'text.hashtags' | 'text.mentions', of: (text: string) => number) => {
    const most = own(name);
    const what = name.slice('text.'.length);
    return most === undefined ? [] : over(name, field, counting(of, text), most, what, 'this text has');
  };
  return [
    ...over('text.max', field, length, own('text.max'), unit, 'this text has'),
    ...over('text.max_bytes', field, bytes, own('text.max_bytes'), 'bytes', 'this text has'),
    ...count('text.links', countLinks),
    ...count('text.hashtags', countHashtags),
    ...count('text.mentions', countMentions),
  ];
}

function checkCounts(limits: LimitSource, media: readonly MediaFacts[]): Violation[] {
  const images = media.filter((file) => file.kind === 'image').length;
  const videos = media.length - images;
  const bytes = media.reduce((sum, { size }) => sum + size, 0);
  const field = 'media_ids';
  const counted = (name: 'media.max' | 'images.max' | 'videos.max', count: number, unit: string) => {
    const found = over(name, field, count, limitIn(limits, name), unit, 'this post has');
    return limits.format?.limits[name]?.value === 0 ? found.map(explainFormat) : found;
  };
  const violations = [
    ...counted('media.max', media.length, 'files'),
    ...counted('images.max', images, 'images'),
    ...counted('videos.max', videos, 'videos'),
    ...tooHeavy('media.bytes', field, bytes, limitIn(limits, 'media.bytes'), 'the files of this post have'),
    ...under('media.min', field, media.length, limitIn(limits, 'media.min'), 'files', 'this post has'),
  ];
  if (limitIn(limits, 'media.mixed') === false && images > 0 && videos > 0) {
    violations.push({
      field,
      rule: 'media.mixed',
      measured: `${images} images and ${videos} videos`,
      limit: false,
      unit: 'kinds',
      message: 'allows either images or a video in one post, not both',
    });
  }
  return violations;
}

/** Other formats of the network may take the files. */
function explainFormat(violation: Violation): Violation {
  const message = violation.message.replace(';', ' in this format;');
  return { ...violation, message, params: { of: 'format' } };
}

/**
 * The violations of one file, whose place in the target is `field`. A network's own check calls it for the files that
 * its settings name.
 */
export function checkFile(
  limits: LimitSource,
  media: MediaFacts,
  field: string,
  counting: Counting = countEachTime,
): Violation[] {
  const length = counting(countText.graphemes, media.altText ?? '');
  const mostAlt = limitIn(limits, 'alt.max');
  const violations = [
    ...checkSize(limits, media, field),
    ...(media.kind === 'video' ? checkVideo(limits, media, field) : []),
    ...(isAnimatedGif(media) ? checkFrames(limits, media, field) : []),
    ...checkOneOf(limits, `${media.kind}.types`, media.mimeType, field, ['', `this ${media.kind} is`]),
    ...over('alt.max', field, length, mostAlt, 'characters of alt text', 'this alt text has'),
  ];
  return explainConversion(limits, media, violations);
}

function checkSize(limits: LimitSource, media: MediaFacts, field: string): Violation[] {
  const { kind, width, height, size } = media;
  const ofAnimated = isAnimatedGif(media) ? limitIn(limits, 'animated.bytes') : undefined;
  const bytes = ofAnimated === undefined ? (`${kind}.bytes` as const) : 'animated.bytes';
  const subject = bytes === 'animated.bytes' ? 'this animated image has' : `this ${kind} has`;
  const heavy = tooHeavy(bytes, field, size, limitIn(limits, bytes), subject);
  if (width === null || height === null) return heavy;
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  const pixels = width * height;
  const most = limitIn(limits, `${kind}.side`);
  const least = limitIn(limits, `${kind}.min_side`);
  return [
    ...heavy,
    ...over(`${kind}.pixels`, field, pixels, limitIn(limits, `${kind}.pixels`), 'pixels', `this ${kind} has`),
    ...over(`${kind}.side`, field, longer, most, 'pixels', `the longer side of this ${kind} has`),
    ...under(`${kind}.min_side`, field, shorter, least, 'pixels', `the shorter side of this ${kind} has`),
    ...outside(`${kind}.ratio`, field, width / height, limitIn(limits, `${kind}.ratio`), {
      unit: 'ratio',
      describe: ([narrowest, widest], shown) =>
        `needs a width of ${narrowest} to ${widest} times the height; the width of this ${kind} is ${shown} times its height`,
    }),
  ];
}

function checkFrames(limits: LimitSource, { width, height, frames }: MediaFacts, field: string): Violation[] {
  const count = frames ?? 0;
  const pixels = (width ?? 0) * (height ?? 0) * count;
  const own = (name: 'animated.frames' | 'animated.pixels') => limitIn(limits, name);
  const subject = 'this animated image has';
  return [
    ...over('animated.frames', field, count, own('animated.frames'), 'frames', subject),
    ...over('animated.pixels', field, pixels, own('animated.pixels'), 'pixels in all frames', subject),
  ];
}

function checkVideo(limits: LimitSource, media: MediaFacts, field: string): Violation[] {
  const { duration, frameRate, videoCodec, audioCodec } = media;
  const most = limitIn(limits, 'video.seconds');
  const least = limitIn(limits, 'video.min_seconds');
  const subject = 'this video has';
  return [
    ...over('video.seconds', field, duration ?? 0, most, 'seconds', subject),
    ...under('video.min_seconds', field, duration ?? Infinity, least, 'seconds', subject),
    ...outside('video.fps', field, frameRate ?? undefined, limitIn(limits, 'video.fps'), {
      unit: 'frames per second',
      describe: ([slowest, fastest], shown) =>
        `needs ${slowest} to ${fastest} frames per second; ${subject} ${shown}`,
    }),
    ...checkOneOf(limits, 'video.codecs', videoCodec ?? undefined, field, ['videos as ', 'this video is']),
    ...(audioCodec === 'none'
      ? []
      : checkOneOf(limits, 'audio.codecs', audioCodec ?? undefined, field, [
          'sound as ',
          'the sound of this video is',
        ])),
  ];
}

function checkOneOf(
  limits: LimitSource,
  rule: 'image.types' | 'video.types' | 'video.codecs' | 'audio.codecs',
  measured: string | undefined,
  field: string,
  [kind, subject]: readonly [kind: string, subject: string],
): Violation[] {
  const allowed = limitIn(limits, rule);
  if (allowed === undefined || measured === undefined || allowed.includes(measured)) return [];
  const message = `accepts ${kind}${namesOfTypes(allowed)}; ${subject} ${nameOfType(measured)}`;
  return [{ field, rule, measured, limit: allowed, unit: rule.split('.')[1] ?? '', message }];
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
  const allowed = describeLimit(limit, unit);
  const most = limit === 0 ? allowed.replace('0', 'takes no') : `allows at most ${allowed}`;
  return [{ field, rule, measured, limit, unit, message: `${most}; ${subject} ${measured}` }];
}

/** Of files, whose bytes no person counts. */
function tooHeavy(
  rule: string,
  field: string,
  measured: number,
  limit: number | undefined,
  subject: string,
): Violation[] {
  if (limit === undefined || measured <= limit) return [];
  const [allowed, actual] = comparedSizes(limit, measured);
  const message = `allows at most ${allowed}; ${subject} ${actual}`;
  return [{ field, rule, measured, limit, unit: 'bytes', message }];
}

function under(
  rule: string,
  field: string,
  measured: number,
  limit: number | undefined,
  unit: string,
  subject: string,
): Violation[] {
  if (limit === undefined || measured >= limit) return [];
  const message = `needs at least ${describeLimit(limit, unit)}; ${subject} ${measured}`;
  return [{ field, rule, measured, limit, unit, message }];
}

/** A network measures in its own way, so that a value this little beyond the edge is not refused. */
const tolerance = 0.01;

export function isWithin(measured: number, [least, most]: Span): boolean {
  return measured >= least * (1 - tolerance) && measured <= most * (1 + tolerance);
}

function outside(
  rule: string,
  field: string,
  measured: number | undefined,
  limit: Span | undefined,
  { unit, describe }: { unit: string; describe: (limit: Span, shown: number) => string },
): Violation[] {
  if (limit === undefined || measured === undefined) return [];
  if (isWithin(measured, limit)) return [];
  const shown = Math.round(measured * 100) / 100;
  return [{ field, rule, measured: shown, limit, unit, message: describe(limit, shown) }];
}

/** People call all of them characters. The violation's own `unit` stays exact. */
const characterUnits: ReadonlySet<string> = new Set<TextUnit>(['graphemes', 'utf16', 'weighted']);

function describeLimit(limit: number, unit: string): string {
  return amount(limit, characterUnits.has(unit) ? 'characters' : unit);
}
