/** Does each channel's version fit its network? The same check for scheduling, validating and the composer. */
import type { Violation } from '@belfry/contract/schemas.ts';
import { checkSchedulable } from '@belfry/networks/core/images.ts';
import type { AccountLimits, MediaFacts, Rules, Version } from '@belfry/networks/core/limits.ts';
import { checkAgainst, MOST_SENTENCES } from '../http/validate.ts';
import { invalid, Problem } from '../problem.ts';
import type { Caller } from '../workspaces/roles.ts';
import { reaches } from '../workspaces/roles.ts';
import type { SentPost, SentTarget } from './sent.ts';

/** What is asked of a channel to check a version against it. */
export interface CheckedChannel {
  id: number;
  platform: string;
  username: string;
  limits: AccountLimits;
}

/** Ids of channels that show the post already; what the body says of them is left alone. */
const nobody: ReadonlySet<number> = new Set();

/** By platform. */
type Networks = ReadonlyMap<string, { rules: Rules }>;

/** Throws 422 naming each channel or file that does not exist in this workspace. */
export function requireKnown(
  who: Pick<Caller, 'channelIds'>,
  body: SentPost,
  channels: ReadonlyMap<number, { deleted_at: string | null }>,
  media: readonly { id: number }[],
  live = nobody,
): void {
  const fields: Record<string, string[]> = {};
  for (const { index, target } of targetsOf(body, live)) {
    const isThere = channels.get(target.channel_id)?.deleted_at === null;
    if (isThere && reaches(who, target.channel_id)) continue;
    const sentence = `There is no channel ${target.channel_id} in this workspace.`;
    fields[`targets.${index}.channel_id`] = [sentence];
  }
  const known = new Set(media.map(({ id }) => id));
  for (const [index, id] of (body.media_ids ?? []).entries()) {
    if (!known.has(id)) fields[`media_ids.${index}`] = [`There is no media ${id} in this workspace.`];
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** Throws 422 naming the channel: settings its network does not know, or a version it does not take. */
export function requireFitting(
  body: SentPost,
  channels: ReadonlyMap<number, CheckedChannel>,
  media: readonly MediaFacts[],
  networks: Networks,
  live = nobody,
): void {
  requireKnownSettings(body, channels, networks, live);
  const violations = findViolations(body, channels, media, networks, live);
  if (violations.length > 0) throw limitsExceeded(violations);
}

export function requireKnownSettings(
  body: SentPost,
  channels: ReadonlyMap<number, CheckedChannel>,
  networks: Networks,
  live = nobody,
): void {
  const errors: Record<string, string[]> = {};
  for (const { index, target } of targetsOf(body, live)) {
    const network = networks.get(channels.get(target.channel_id)?.platform ?? '')?.rules;
    if (network === undefined) continue;
    // Every channel is named; of the first ones also what else is wrong.
    const most = Math.max(1, MOST_SENTENCES - Object.keys(errors).length);
    const path = `targets.${index}.settings`;
    Object.assign(errors, checkAgainst(network.settings, target.settings, path, most));
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

export function findViolations(
  body: SentPost,
  channels: ReadonlyMap<number, CheckedChannel>,
  media: readonly MediaFacts[],
  networks: Networks,
  live = nobody,
): Violation[] {
  return targetsOf(body, live).flatMap(({ index, target }) => {
    const channel = channels.get(target.channel_id);
    const network = networks.get(channel?.platform ?? '')?.rules;
    if (channel === undefined || network === undefined) return [];
    const text = textOf(body, target);
    const version: Version = { text, settings: target.settings, media };
    const isEmpty = text.trim() === '' && media.length === 0;
    const found = isEmpty ? [nothingToSay] : checkSchedulable(network, channel.limits, version);
    return found.map((violation) => ({
      channel_id: channel.id,
      platform: channel.platform,
      target: index,
      field: violation.field,
      rule: violation.rule,
      measured: violation.measured,
      limit: typeof violation.limit === 'object' ? [...violation.limit] : violation.limit,
      unit: violation.unit,
      message: `The ${network.name} channel @${channel.username} ${violation.message}.`,
    }));
  });
}

const nothingToSay = {
  field: 'content',
  rule: 'content.required',
  measured: 0,
  limit: 1,
  unit: 'characters',
  message: 'needs text or media; this post has neither',
};

function limitsExceeded(violations: Violation[]): Problem {
  const errors: Record<string, string[]> = {};
  for (const { target, field, message } of violations) {
    const path = field.startsWith('media_ids') ? field : `targets.${target}.${field}`;
    errors[path] = [...(errors[path] ?? []), message];
  }
  return new Problem('limits_exceeded', { message: violations[0]?.message ?? '', errors, violations });
}

/** The targets with their places in the body, less those whose channels show the post already. */
function targetsOf(body: SentPost, live: ReadonlySet<number>): { index: number; target: SentTarget }[] {
  const placed = (body.targets ?? []).map((target, index) => ({ index, target }));
  return placed.filter(({ target }) => !live.has(target.channel_id));
}

function textOf(body: SentPost, target: SentTarget): string {
  return target.content ?? body.content ?? '';
}
