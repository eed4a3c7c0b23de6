/**
 * Checks whether each channel's version of a post fits its network. Scheduling, validating, approving and the checks
 * ahead of time share it. Long texts take time, so it runs in slices, before anything is locked for the post.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Detail } from '@belfry/contract/details.ts';
import type { Violation } from '@belfry/contract/error-body.ts';
import { isEmpty, missingContent } from '@belfry/contract/schedulable.ts';
import { walkSchedulable } from '@belfry/networks/core/images.ts';
import type { AccountLimits, MediaFacts, Rules, Version } from '@belfry/networks/core/limits.ts';
import { countOnce } from '@belfry/networks/core/text.ts';
import type { Platform } from '@belfry/networks/rules.ts';
import type { Caller } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { invalid, Problem } from '../base/problem.ts';
import { walkAtOnce } from '../base/slices.ts';
import { readChannels } from '../channels/index.ts';
import type { Db } from '../db/database.ts';
import { checkAgainst, MAX_SENTENCES } from '../http/index.ts';
import { factsOf, readMedia } from '../media/index.ts';
import { targetsOf, textOf } from './check.ts';
import type { SentPost } from './sent.ts';

type Ctx = Pick<Context, 'networks' | 'slices'>;

/** The fields of a channel that a check needs. */
export interface CheckedChannel {
  id: number;
  platform: Platform;
  username: string;
  limits: AccountLimits;
}

/** Everything that the result of a check depends on. */
interface CheckInput {
  body: SentPost;
  /** Channels of the body's targets, as far as they exist. */
  channels: CheckedChannel[];
  media: MediaFacts[];
}

/** The result of a check, and the input for which it holds. */
export interface Fitting {
  input: CheckInput;
  misfits: Misfit[];
}

/** Why one target does not fit. */
interface Misfit {
  channelId: number;
  /** What its network does not accept in its settings. */
  settings: Detail[];
  violations: Violation[];
}

/** Per channel, so that the answer to a request stays small without leaving out a channel. */
const MAX_VIOLATIONS = 60;

/** Characters of all texts, settings and alt texts that a check reads in about a millisecond. */
const MAX_LIGHT = 20_000;
/** Characters, by the API's schema. */
const MAX_ALT_TEXT = 1000;

/** A light post is checked in one go, and only once: in the transaction that saves it. */
function isLight(body: SentPost): boolean {
  const ofFiles = (body.media_ids ?? []).length * MAX_ALT_TEXT;
  let size = 0;
  return targetsOf(body).every(({ target }) => {
    size += ofFiles + textOf(body, target).length + JSON.stringify(target.settings).length;
    return size <= MAX_LIGHT;
  });
}

/** Checks a post before anything is locked for it, for {@link checkAgain}. Undefined for drafts and light posts. */
export async function checkBefore(
  ctx: Ctx & Pick<Context, 'db'>,
  who: Caller,
  body: SentPost,
): Promise<Fitting | undefined> {
  if (body.status === 'draft' || isLight(body)) return undefined;
  const { channels, media } = await readNamed(ctx.db, who, body);
  return checkFitting(ctx, body, channels, media.map(factsOf));
}

export async function readNamed(db: Db, { workspaceId }: Caller, { targets = [], media_ids = [] }: SentPost) {
  const ids = targets.map((target) => target.channel_id);
  const [channels, media] = await Promise.all([
    readChannels(db, workspaceId, ids),
    readMedia(db, workspaceId, media_ids),
  ]);
  return { channels, media };
}

export async function checkFitting(
  ctx: Ctx,
  body: SentPost,
  channels: readonly CheckedChannel[],
  media: MediaFacts[],
): Promise<Fitting> {
  const input = inputOf(body, channels, media);
  const work = walkPost(input, ctx.networks);
  return { input, misfits: isLight(body) ? walkAtOnce(work) : await ctx.slices.walk(work) };
}

/** As {@link checkFitting}, but returns `before` if its input is still the same. */
export async function checkAgain(
  ctx: Ctx,
  before: Fitting | undefined,
  body: SentPost,
  channels: readonly CheckedChannel[],
  media: MediaFacts[],
): Promise<Fitting> {
  const input = inputOf(body, channels, media);
  if (before !== undefined && isDeepStrictEqual(before.input, input)) return before;
  return checkFitting(ctx, body, channels, media);
}

function inputOf(body: SentPost, channels: readonly CheckedChannel[], media: MediaFacts[]): CheckInput {
  const named = new Set((body.targets ?? []).map((target) => target.channel_id));
  const kept = channels.filter(({ id }) => named.has(id)).sort((one, other) => one.id - other.id);
  return {
    body,
    channels: kept.map(({ id, platform, username, limits }) => ({ id, platform, username, limits })),
    media,
  };
}

/** Throws 422 with each channel whose network does not accept the settings or the version. */
export function requireFitting(fitting: Fitting, live: ReadonlySet<number>): void {
  const violations = violationsOf(fitting, live);
  if (violations.length > 0) throw limitsExceeded(violations);
}

/** Throws 422 if a network does not accept the settings. Skips `live` channels, which show the post already. */
export function violationsOf({ misfits }: Fitting, live: ReadonlySet<number> = new Set()): Violation[] {
  const open = misfits.filter(({ channelId }) => !live.has(channelId));
  const details = open.flatMap(({ settings }) => settings);
  if (details.length > 0) throw invalid(details);
  return open.flatMap(({ violations }) => violations);
}

function* walkPost(
  { body, channels, media }: CheckInput,
  networks: Context['networks'],
): Generator<void, Misfit[]> {
  const misfits: Misfit[] = [];
  const counting = countOnce();
  let sentences = 0;
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  for (const { index, target } of targetsOf(body)) {
    const channel = byId.get(target.channel_id);
    const rules = networks.get(channel?.platform ?? '')?.rules;
    if (channel === undefined || rules === undefined) continue;
    // The first channels use up the sentences, but each further one still gets one.
    const most = Math.max(1, MAX_SENTENCES - sentences);
    const settings = checkAgainst(rules.settings, target.settings, `targets.${index}.settings`, most);
    sentences += settings.length;
    yield;
    const isKnown = settings.length === 0;
    const version = { text: textOf(body, target), settings: target.settings, media };
    const violations = isKnown ? yield* walkTarget(rules, channel, version, index, counting) : [];
    if (!isKnown || violations.length > 0) misfits.push({ channelId: channel.id, settings, violations });
  }
  return misfits;
}

/** Checks one channel's version. `index` is the target's place in its post. */
export function* walkTarget(
  rules: Rules,
  channel: CheckedChannel,
  version: Version,
  index = 0,
  counting = countOnce(),
): Generator<void, Violation[]> {
  const violations = isEmpty(version)
    ? [missingContent]
    : yield* walkSchedulable(rules, channel.limits, version, counting);
  return violations.slice(0, MAX_VIOLATIONS).map((violation) => ({
    channel_id: channel.id,
    platform: channel.platform,
    target: index,
    field: violation.field,
    rule: violation.rule,
    measured: violation.measured,
    limit: typeof violation.limit === 'object' ? [...violation.limit] : violation.limit,
    unit: violation.unit,
    message: `The ${rules.name} channel @${channel.username} ${violation.message}.`,
  }));
}

function limitsExceeded(violations: Violation[]): Problem {
  const errors: Record<string, string[]> = {};
  for (const { target, field, message } of violations) {
    const path = field.startsWith('media_ids') ? field : `targets.${target}.${field}`;
    errors[path] = [...(errors[path] ?? []), message];
  }
  return new Problem('limits_exceeded', { message: violations[0]?.message ?? '', errors, violations });
}
