/** A network's limits, as data. Safe for the browser: the composer reads the same limits as the server. */
import type { JsonObject, JsonSchema } from './json.ts';
import type { Counting, TextUnit } from './text.ts';

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

/** States limits that were read on one day, each with its page: `read(4, page)`. */
export function limitsRead(checked: string): <const T>(value: T, source: string) => Limit<T> {
  return (value, source) => ({ value, source, checked });
}

/** The least and the most that are allowed. */
export type Span = readonly [least: number, most: number];

/** Every limit that the shared check knows; a network states the ones it has. */
export interface Limits {
  /** Longest text in `unit`s. */
  'text.max'?: Limit & { unit: TextUnit };
  'text.max_bytes'?: Limit;
  /** The length that every link counts as; 0: links count in full. */
  'text.url_length'?: Limit;
  'text.links'?: Limit;
  'text.hashtags'?: Limit;
  'text.mentions'?: Limit;
  'media.max'?: Limit;
  /** Minimum number of files in a post. */
  'media.min'?: Limit;
  /** Bytes of all files together. */
  'media.bytes'?: Limit;
  'images.max'?: Limit;
  'videos.max'?: Limit;
  /** False: one post cannot contain both images and videos. */
  'media.mixed'?: Limit<boolean>;
  'image.types'?: Limit<readonly string[]>;
  'video.types'?: Limit<readonly string[]>;
  /** Bytes. */
  'image.bytes'?: Limit;
  /** Bytes of an animated GIF, in place of `image.bytes`. Networks take other animated images as images like any other. */
  'animated.bytes'?: Limit;
  /** Of an animated GIF. */
  'animated.frames'?: Limit;
  /** Width times height times frames, of an animated GIF. */
  'animated.pixels'?: Limit;
  /** Bytes. */
  'video.bytes'?: Limit;
  /** Width times height. */
  'image.pixels'?: Limit;
  'video.pixels'?: Limit;
  /** Pixels of the longer side. */
  'image.side'?: Limit;
  'video.side'?: Limit;
  /** Pixels of the shorter side, at least. */
  'image.min_side'?: Limit;
  'video.min_side'?: Limit;
  /** Width divided by height. */
  'image.ratio'?: Limit<Span>;
  'video.ratio'?: Limit<Span>;
  /** Seconds. */
  'video.seconds'?: Limit;
  'video.min_seconds'?: Limit;
  /** Frames per second. */
  'video.fps'?: Limit<Span>;
  /** As {@link MediaFacts.videoCodec}. */
  'video.codecs'?: Limit<readonly string[]>;
  'audio.codecs'?: Limit<readonly string[]>;
  'alt.max'?: Limit;
}

export type LimitName = keyof Limits;
type ValueOfLimit<Name extends LimitName> = NonNullable<Limits[Name]>['value'];

/**
 * The limits of this account or server, which replace the network's defaults; read when the account is connected, then
 * daily.
 */
export type AccountLimits = {
  readonly [Name in LimitName]?: number | boolean | readonly string[] | Span | undefined;
} & {
  /**
   * What the network allows this sign-in, in its own words, and what `withTier` adds. Absent: the network does not say.
   */
  readonly scopes?: readonly string[] | undefined;
};

/** The facts about a file that the check needs. Null: unknown, which breaks no limit. */
export interface MediaFacts {
  id: number;
  kind: 'image' | 'video';
  mimeType: string;
  size: number;
  width: number | null;
  height: number | null;
  /** Seconds, of a video. */
  duration: number | null;
  /** True for images of several frames; always false for videos. */
  animated: boolean;
  /** Of an animated image. */
  frames?: number | null;
  altText: string | null;
  /** `avc`, `hevc`, `vp8`, `vp9` or `av1`. */
  videoCodec?: string | null;
  /** `aac`, `opus`, `mp3`, `vorbis`, `flac`, `ac3`, … or `none` in a video without sound. */
  audioCodec?: string | null;
  /** Frames per second. */
  frameRate?: number | null;
  /** The captions of a video, in the order in which they were added. Absent: none. */
  captions?: readonly CaptionsFacts[];
}

export function isAnimatedGif({ mimeType, animated }: Pick<MediaFacts, 'mimeType' | 'animated'>): boolean {
  return animated && mimeType === 'image/gif';
}

export type CaptionsFormat = 'vtt' | 'srt';

export interface CaptionsFacts {
  /** BCP 47, such as `en` or `pt-BR`. A video has one file of captions for each language. */
  language: string;
  /** Bytes in each format. */
  sizes: Readonly<Record<CaptionsFormat, number>>;
}

/** The captions that a network takes. What it does not take is left out, and never holds a post. */
export interface CaptionsRule {
  format: CaptionsFormat;
  /** Languages of one video. */
  most?: Limit;
  /** Bytes of one file. */
  bytes?: Limit;
}

/** A post as one channel shows it. */
export interface Version {
  text: string;
  settings: JsonObject;
  media: readonly MediaFacts[];
  /** The files that the settings name, by id. */
  files?: ReadonlyMap<number, MediaFacts>;
  /** How images outside of `image.ratio` are converted. Default: `pad`. */
  imageFit?: 'pad' | 'crop';
}

/** A text that the network counts separately, such as one part of a thread; `field` is its path in the target. */
export interface Part {
  field: string;
  text: string;
}

/** The values in a message that the other properties do not have. For clients that write their own sentences. */
export type Params = Readonly<Record<string, string | number | readonly string[]>>;

export interface Violation {
  field: string;
  rule: string;
  measured: number | string;
  limit: number | string | boolean | readonly string[] | Span;
  unit: string;
  /** A sentence without its subject, the channel: "allows at most 300 characters; this text has 312". */
  message: string;
  params?: Params;
}

/** Something that a person should know before they publish. It refuses nothing. */
export interface Advice {
  field: string;
  /** Its stable name, such as `link.cost`. */
  rule: string;
  /** A whole sentence: "X charges $0.20 for a post with a link." */
  message: string;
  params?: Params;
}

/** A way in which a network shows a post, such as a reel or a story. */
export interface Format {
  /** Shown to people. */
  title: string;
  /** These replace the network's limits of the same name. */
  limits: Limits;
}

/**
 * A number of visible calls that the network allows within a time, which the engine counts itself. A call may count
 * several times (`counts` of its commit).
 */
export interface Rate {
  scope: 'channel' | 'app';
  /** Only posts in this format count, without what is added to them. People are told how many are left. */
  format?: string;
  most: number;
  /** At most 31 days. */
  seconds: number;
  source: string;
  checked: string;
  confirmed?: false;
}

/** The public facts about a network: no secrets, no calls. */
export interface Rules<Platform extends string = string> {
  platform: Platform;
  name: string;
  limits: Limits;
  /** By the value of the setting `format`. */
  formats?: Readonly<Record<string, Format>>;
  /** The format of a version. Default: its setting `format`. */
  formatOf?(version: Version, account: AccountLimits): string;
  rates?: readonly Rate[];
  /** Absent: the network takes no captions. */
  captions?: CaptionsRule;
  /** Seconds by which steps and waits may run before the time of the post. Default 600; 0: not at all. */
  ahead?: number;
  /**
   * The server of Belfry makes H.264 and AAC of other videos. A network leaves it out: `installRules` adds it.
   */
  transcodes?: boolean;
  /** Schema of a target's `settings`. */
  settings: JsonSchema;
  /** The texts that are counted. Default: the post's text. */
  parts?(version: Version): Part[];
  /** Length of a text in the unit of `text.max`. Default: a plain count in that unit. */
  count?(text: string, version: Version, account: AccountLimits, counting?: Counting): number;
  /** Checks that the shared check cannot express. */
  check?(version: Version, account: AccountLimits): Violation[];
  advise?(version: Version, account: AccountLimits): Advice[];
}

/** The limits that a version must keep: the account's own, then its format's, then the network's. */
export interface LimitSource {
  rules: Rules;
  account: AccountLimits;
  format?: Format | undefined;
}

export function limitsFor(rules: Rules, account: AccountLimits, version: Version): LimitSource {
  const name = formatNameOf(rules, account, version);
  return { rules, account, format: name === undefined ? undefined : rules.formats?.[name] };
}

/** The name of the version's format; undefined if the network has none by that name. */
export function formatNameOf(rules: Rules, account: AccountLimits, version: Version): string | undefined {
  const name = rules.formatOf?.(version, account) ?? version.settings.format;
  // Settings are unchecked here: a name such as `constructor` is a property of every object.
  return typeof name === 'string' && Object.hasOwn(rules.formats ?? {}, name) ? name : undefined;
}

/** The limit with this name; undefined if there is none. */
export function limitIn<Name extends LimitName>(
  { rules, account, format }: LimitSource,
  name: Name,
): ValueOfLimit<Name> | undefined {
  const own = account[name] as ValueOfLimit<Name> | undefined;
  return own ?? (format?.limits[name] ?? rules.limits[name])?.value;
}

/** The limit for this account, in the network's usual format. */
export function limitOf<Name extends LimitName>(
  rules: Rules,
  account: AccountLimits,
  name: Name,
): ValueOfLimit<Name> | undefined {
  return limitIn({ rules, account }, name);
}
