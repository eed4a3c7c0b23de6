/** The networks' own rules, at each keystroke: what each channel would refuse, and how long its texts are. Pure. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Media } from '@belfry/contract/media.ts';
import { walkViolations } from '@belfry/contract/schedulable.ts';
import { adviseVersion } from '@belfry/networks/core/advise.ts';
import { finish } from '@belfry/networks/core/check.ts';
import {
  type AccountLimits,
  type Advice,
  limitIn,
  limitsFor,
  type MediaFacts,
  type Rules,
  type Span,
  type Version,
  type Violation,
} from '@belfry/networks/core/limits.ts';
import { listNamedFiles } from '@belfry/networks/core/named-files.ts';
import { countOnce, countText, type TextUnit } from '@belfry/networks/core/text.ts';
import type { RulesByPlatform } from '../data/networks.ts';
import { mediaOf, type TargetWriting, textOf, type Writing } from './writing.ts';

/** How long a text is for a network. */
export interface Length {
  /** The path of the text in the target. */
  field: string;
  text: string;
  length: number;
  most: number;
  unit: TextUnit;
}

/** What the rules say about one channel's version of the post. */
export interface Checked {
  channel: Channel;
  /** Null: the rules have not arrived, or this app does not know the network. */
  rules: Rules | null;
  version: Version;
  lengths: readonly Length[];
  violations: readonly Violation[];
  advice: readonly Advice[];
}

export type Files = ReadonlyMap<number, Media>;

export function checkWriting(
  writing: Writing,
  channels: readonly Channel[],
  rules: RulesByPlatform,
  files: Files,
): Checked[] {
  const counting = countOnce();
  return writing.targets.flatMap((target) => {
    const channel = channels.find(({ id }) => id === target.channelId);
    if (channel === undefined) return [];
    const own = rules.get(channel.platform)?.rules ?? null;
    const version = versionOf(writing, target, own, files);
    const nothing = { channel, rules: own, version, lengths: [], violations: [], advice: [] };
    if (own === null) return [nothing];
    const account = channel.limits as AccountLimits;
    return [
      {
        ...nothing,
        lengths: measure(own, account, version, counting),
        violations: finish(walkViolations(own, account, version, counting)),
        advice: adviseVersion(own, account, version),
      },
    ];
  });
}

function versionOf(writing: Writing, target: TargetWriting, rules: Rules | null, files: Files): Version {
  const factsOf = (id: number) => {
    const file = files.get(id);
    return file === undefined ? [] : [facts(file)];
  };
  const named = rules === null ? [] : listNamedFiles(rules.settings, target.settings);
  return {
    text: textOf(writing, target.channelId),
    settings: target.settings,
    media: mediaOf(writing, target.channelId).flatMap(factsOf),
    files: new Map(named.flatMap(({ id }) => factsOf(id).map((one) => [id, one] as const))),
    imageFit: target.imageFit,
  };
}

function facts(file: Media): MediaFacts {
  const { id, kind, size, width, height, animated, frames, captions } = file;
  return {
    id,
    kind,
    size,
    width,
    height,
    duration: file.duration_ms ? file.duration_ms / 1000 : file.duration,
    animated,
    frames,
    captions,
    videoCodec: file.video_codec,
    audioCodec: file.audio_codec,
    frameRate: file.frame_rate,
    mimeType: file.mime_type,
    altText: file.alt_text,
  };
}

function measure(
  rules: Rules,
  account: AccountLimits,
  version: Version,
  counting: ReturnType<typeof countOnce>,
): Length[] {
  const limits = limitsFor(rules, account, version);
  const most = limitIn(limits, 'text.max');
  if (most === undefined) return [];
  const unit = (limits.format?.limits['text.max'] ?? rules.limits['text.max'])?.unit ?? 'characters';
  const parts = rules.parts?.(version) ?? [{ field: 'content', text: version.text }];
  return parts.map(({ field, text }) => ({
    field,
    text,
    most,
    unit,
    length: rules.count?.(text, version, account, counting) ?? counting(countText[unit], text),
  }));
}

/** The ratios of width to height that the networks take, of those that bound them. */
export function ratiosOf(checked: readonly Checked[]): Span[] {
  return checked.flatMap(({ rules, channel, version }) => {
    if (rules === null) return [];
    const span = limitIn(limitsFor(rules, channel.limits as AccountLimits, version), 'image.ratio');
    return span === undefined ? [] : [span];
  });
}

/** The networks that take captions. Undefined: no rules have arrived. */
export function namesOfTakers(checked: readonly Checked[]): string[] | undefined {
  const rules = checked.flatMap((one) => one.rules ?? []);
  if (rules.length === 0) return undefined;
  return [...new Set(rules.filter(({ captions }) => captions !== undefined).map(({ name }) => name))];
}

/** The last cut for a channel. Somebody who types on beyond it does not move it. */
interface Cut {
  /** What fits, and one unit more. */
  start: string;
  most: number;
  settings: Version['settings'];
}

const lastCuts = new WeakMap<Channel, Cut>();

/**
 * The number of UTF-16 units at the start of a text that a network accepts. The longest start is searched, because the
 * networks count in ways that cannot be turned round: a link counts as a fixed number, an emoji as one.
 */
export function findCut(checked: Checked, field: string, text: string, mostLength?: number): number {
  const { rules, channel, version, lengths } = checked;
  const known = lengths.find((one) => one.field === field);
  const most = mostLength ?? known?.most;
  if (rules === null || most === undefined) return text.length;
  const { settings } = version;
  const account = channel.limits as AccountLimits;
  const unit = rules.limits['text.max']?.unit ?? 'characters';
  const lengthOf = (end: number) => {
    const start = text.slice(0, end);
    return rules.count?.(start, version, account) ?? countText[unit](start);
  };
  const length = known?.text === text ? known.length : lengthOf(text.length);
  if (length <= most) return text.length;
  const last = lastCuts.get(channel);
  if (last?.most === most && last.settings === settings && text.startsWith(last.start))
    return last.start.length - 1;
  const cut = search((end) => lengthOf(end) <= most, text.length);
  lastCuts.set(channel, { start: text.slice(0, cut + 1), most, settings });
  return cut;
}

/** The largest number that fits, below one that does not. */
function search(fits: (end: number) => boolean, beyond: number): number {
  let least = 0;
  let most = beyond;
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return least;
}
