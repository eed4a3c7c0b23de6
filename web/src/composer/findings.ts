/** What stands against scheduling. Pure. */
import type { Channel } from '@belfry/contract/channels.ts';
import { field as read } from '@belfry/networks/core/json.ts';
import type { Violation } from '@belfry/networks/core/limits.ts';
import type { Checked } from './checking.ts';
import type { Verdict } from './desk.ts';
import { isSame, type Writing } from './writing.ts';

export interface Finding {
  channel: Channel;
  field: string;
  rule: string;
  unit: string;
  measured: Violation['measured'];
  limit: Violation['limit'];
  message: string;
  /** A whole sentence of the service, which needs no other words. */
  isWhole?: true;
}

/** What stands against scheduling for one reason, on all channels of a network that have it. */
export interface Cause {
  /** Names it on the page. */
  key: string;
  /** That of the first channel. The others differ in the channel only. */
  finding: Finding;
  channels: readonly Channel[];
}

/** Those of the rules, and those that only the service found, as long as its answer is about this very writing. */
export function listFindings(
  checked: readonly Checked[],
  writing: Writing,
  verdict: Verdict | undefined,
): Finding[] {
  const own = checked.flatMap(({ channel, violations }) => violations.map((one) => ({ ...one, channel })));
  if (verdict === undefined || !isSame(verdict.writing, writing)) return own;
  const known = new Set(own.map(({ channel, field, rule }) => `${channel.id} ${field} ${rule}`));
  const further = verdict.violations.flatMap(({ channel_id, ...violation }) => {
    const found = checked.find(({ channel }) => channel.id === channel_id);
    const isKnown = known.has(`${channel_id} ${violation.field} ${violation.rule}`);
    if (found === undefined || isKnown) return [];
    return [{ ...(violation as Violation), ...withoutSubject(violation.message, found) }];
  });
  return [...own, ...further, ...refusals(checked, verdict)];
}

/** The sentence as the rules have it, so that the channels of a network that have it are one cause. */
function withoutSubject(
  message: string,
  { channel, rules }: Checked,
): Pick<Finding, 'channel' | 'message' | 'isWhole'> {
  const subject = `The ${rules?.name} channel @${channel.username} `;
  if (!message.startsWith(subject)) return { channel, message, isWhole: true };
  return { channel, message: message.slice(subject.length).replace(/\.$/, '') };
}

/** Such as `targets.0.media_ids.1`. */
function refusals(checked: readonly Checked[], { writing, errors }: Verdict): Finding[] {
  return Object.entries(errors).flatMap(([path, [message = '']]) => {
    const [, index, field = ''] = /^targets\.(\d+)\.(.+)$/.exec(path) ?? [];
    const id = writing.targets[Number(index)]?.channelId;
    const found = checked.find(({ channel }) => channel.id === id);
    // A channel that is gone says so itself.
    if (index === undefined || found === undefined || field === 'channel_id') return [];
    const nothing = { rule: 'refusal', unit: 'violations', measured: 1, limit: 0 };
    const named = `${found.rules?.name ?? found.channel.platform}: ${message}`;
    return [{ ...nothing, channel: found.channel, field, message: named, isWhole: true as const }];
  });
}

export function listCauses(findings: readonly Finding[]): Cause[] {
  const said = findings.filter((one) => !isImplied(one, findings));
  const keyOf = ({ channel, field, rule, message }: Finding) =>
    `${channel.platform} ${field} ${rule} ${message}`;
  return [...Map.groupBy(said, keyOf)].flatMap(([key, all]) => {
    const [finding] = all;
    return finding === undefined ? [] : [{ key, finding, channels: all.map(({ channel }) => channel) }];
  });
}

/**
 * Whether there are too many files only because there are too many images, or too many videos, and both kinds only because
 * the network takes none of one.
 */
function isImplied({ channel, rule, measured, limit }: Finding, all: readonly Finding[]): boolean {
  const ofKinds = all.filter(
    (one) => one.channel.id === channel.id && /^(?:images|videos)\.max$/.test(one.rule),
  );
  if (rule === 'media.mixed') return ofKinds.some((one) => one.limit === 0);
  if (rule !== 'media.max') return false;
  const surplus = ofKinds.reduce((sum, one) => sum + Number(one.measured) - Number(one.limit), 0);
  return Number(measured) - surplus <= Number(limit);
}

/** The places of the files that are too many, among files of these kinds. */
export function findSurplus({ rule, limit }: Finding, kinds: readonly string[]): number[] {
  const counted = kinds.flatMap((kind, at) => (rule === 'media.max' || rule === `${kind}s.max` ? [at] : []));
  return counted.slice(Number(limit));
}

export function hasThread({ rules }: Checked): boolean {
  return read(rules?.settings, 'properties', 'thread') !== undefined;
}

/** Whether each part of a thread may have files. */
export function hasPartFiles({ rules }: Checked): boolean {
  const forms = read(rules?.settings, 'properties', 'thread', 'items', 'anyOf');
  return Array.isArray(forms) && forms.some((form) => read(form, 'properties', 'media_ids') !== undefined);
}
