/**
 * Does each channel's version fit its network? The same check for scheduling, validating, approving and looking ahead.
 * It takes as long as the texts are, so it is made in slices, and before anything is locked for the post.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Violation } from '@belfry/contract/schemas.ts';
import { walkSchedulable } from '@belfry/networks/core/images.ts';
import type { AccountLimits, MediaFacts, Rules, Version } from '@belfry/networks/core/limits.ts';
import { countOnce } from '@belfry/networks/core/text.ts';
import { readChannels } from '../channels/lookup.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { checkAgainst, MAX_SENTENCES } from '../http/validate.ts';
import { readMedia } from '../media/lookup.ts';
import { factsOf } from '../media/present.ts';
import { invalid, Problem } from '../problem.ts';
import { walkAtOnce } from '../slices.ts';
import type { Caller } from '../workspaces/roles.ts';
import { targetsOf, textOf } from './check.ts';
import type { SentPost } from './sent.ts';

type Ctx = Pick<Context, 'networks' | 'slices'>;

/** What is asked of a channel to check a version against it. */
export interface CheckedChannel {
  id: number;
  platform: string;
  username: string;
  limits: AccountLimits;
}

/** All that a check depends on. */
interface Seen {
  body: SentPost;
  /** Of the body's targets, as far as there are such. */
  channels: CheckedChannel[];
  media: MediaFacts[];
}

/** What a check has found, and in which state of things. */
export interface Fitting {
  seen: Seen;
  found: Found[];
}

/** What is wrong with one target. */
interface Found {
  channelId: number;
  /** Settings that its network does not know. */
  settings: Record<string, string[]>;
  violations: Violation[];
}

/** Of one channel: the answer to a request must not outgrow it. The first say enough, and no channel is left out. */
const MOST_VIOLATIONS = 60;

/** Characters of all texts, settings and alt texts that are checked in about a millisecond. */
const LIGHT = 20_000;
/** Characters of what describes a file, as the API takes it. */
const LONGEST_ALT_TEXT = 1000;

/** Such a post waits for no turn, and is checked only once: where it is saved. */
function isLight(body: SentPost): boolean {
  const ofFiles = (body.media_ids ?? []).length * LONGEST_ALT_TEXT;
  let size = 0;
  return targetsOf(body).every(({ target }) => {
    size += ofFiles + textOf(body, target).length + JSON.stringify(target.settings).length;
    return size <= LIGHT;
  });
}

/** Of a post that is to be scheduled, before anything is locked for it: `checkAgain` takes what still holds. */
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
  const seen = seeing(body, channels, media);
  const work = walkPost(seen, ctx.networks);
  return { seen, found: isLight(body) ? walkAtOnce(work) : await ctx.slices.walk(work) };
}

/** As {@link checkFitting}; what was checked `before` is not checked again, unless something has changed since. */
export async function checkAgain(
  ctx: Ctx,
  before: Fitting | undefined,
  body: SentPost,
  channels: readonly CheckedChannel[],
  media: MediaFacts[],
): Promise<Fitting> {
  const seen = seeing(body, channels, media);
  if (before !== undefined && isDeepStrictEqual(before.seen, seen)) return before;
  return checkFitting(ctx, body, channels, media);
}

function seeing(body: SentPost, channels: readonly CheckedChannel[], media: MediaFacts[]): Seen {
  const named = new Set((body.targets ?? []).map((target) => target.channel_id));
  const kept = channels.filter(({ id }) => named.has(id)).sort((one, other) => one.id - other.id);
  return {
    body,
    channels: kept.map(({ id, platform, username, limits }) => ({ id, platform, username, limits })),
    media,
  };
}

/** Throws 422 naming each channel: settings its network does not know, or a version it does not take. */
export function requireFitting(fitting: Fitting, live: ReadonlySet<number>): void {
  const violations = violationsOf(fitting, live);
  if (violations.length > 0) throw limitsExceeded(violations);
}

/** Throws 422 where a network does not know the settings. Channels that are `live` show the post already. */
export function violationsOf({ found }: Fitting, live: ReadonlySet<number> = new Set()): Violation[] {
  const open = found.filter(({ channelId }) => !live.has(channelId));
  const errors = Object.assign({}, ...open.map(({ settings }) => settings)) as Record<string, string[]>;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return open.flatMap(({ violations }) => violations);
}

function* walkPost({ body, channels, media }: Seen, networks: Context['networks']): Generator<void, Found[]> {
  const found: Found[] = [];
  const counting = countOnce();
  let sentences = 0;
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  for (const { index, target } of targetsOf(body)) {
    const channel = byId.get(target.channel_id);
    const rules = networks.get(channel?.platform ?? '')?.rules;
    if (channel === undefined || rules === undefined) continue;
    // Every channel is named; of the first ones also what else is wrong.
    const most = Math.max(1, MAX_SENTENCES - sentences);
    const settings = checkAgainst(rules.settings, target.settings, `targets.${index}.settings`, most);
    sentences += Object.keys(settings).length;
    yield;
    const isKnown = Object.keys(settings).length === 0;
    const version = { text: textOf(body, target), settings: target.settings, media };
    const violations = isKnown ? yield* walkTarget(rules, channel, version, index, counting) : [];
    if (!isKnown || violations.length > 0) found.push({ channelId: channel.id, settings, violations });
  }
  return found;
}

/** In which ways one channel's version does not fit; `index` is the target's place in its post. */
export function* walkTarget(
  rules: Rules,
  channel: CheckedChannel,
  version: Version,
  index = 0,
  counting = countOnce(),
): Generator<void, Violation[]> {
  const isEmpty = version.text.trim() === '' && version.media.length === 0;
  const found = isEmpty ? [nothingToSay] : yield* walkSchedulable(rules, channel.limits, version, counting);
  return found.slice(0, MOST_VIOLATIONS).map((violation) => ({
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
