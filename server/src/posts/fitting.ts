/**
 * Checks whether each channel's version of a post fits its network. Scheduling, validating, approving and the checks
 * ahead of time share it. Long texts take time, so it runs in slices, before anything is locked for the post.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Detail } from '@belfry/contract/details.ts';
import type { Advice, Violation } from '@belfry/contract/error-body.ts';
import { walkViolations } from '@belfry/contract/schedulable.ts';
import { adviseVersion } from '@belfry/networks/core/advise.ts';
import { finish } from '@belfry/networks/core/check.ts';
import type { AccountLimits, Rules, Version } from '@belfry/networks/core/limits.ts';
import { countOnce } from '@belfry/networks/core/text.ts';
import type { Platform } from '@belfry/networks/rules.ts';
import type { Context } from '../base/context.ts';
import { Problem } from '../base/problem.ts';
import { checkAgainst, MAX_SENTENCES } from '../validation/index.ts';
import { factsOf } from './wrong-settings.ts';

type Ctx = Pick<Context, 'networks' | 'slices'>;

/** The fields of a channel that a check needs. */
export interface CheckedChannel {
  id: number;
  platform: Platform;
  username: string;
  limits: AccountLimits;
}

/** A post as one of its channels shows it. `index` is the target's place in the post. */
export interface TargetVersion {
  index: number;
  channel: CheckedChannel;
  /** Its files are its own, and not those of the post. */
  hasOwnMedia: boolean;
  version: Version;
}

/** The result of a check, and the versions for which it holds. */
export interface Fitting {
  versions: readonly TargetVersion[];
  misfits: Misfit[];
  /** Of the channels whose settings their networks accept. */
  advice: Advice[];
}

/** Why one target does not fit. */
interface Misfit {
  channelId: number;
  /** What its network does not accept in its settings. Each is a violation, too. */
  settings: Detail[];
  violations: Violation[];
}

/** Per channel, so that the answer to a request stays small without leaving out a channel. */
const MAX_VIOLATIONS = 60;

/** Characters of all texts, settings and alt texts that a check reads in about a millisecond. */
const MAX_LIGHT = 20_000;
/** Characters, by the API's schema. */
const MAX_ALT_TEXT = 1000;

/** Light versions are checked in one go, and only once: in the transaction that saves them. */
export function isLight(
  versions: readonly (Omit<Version, 'media'> & { media: readonly unknown[] })[],
): boolean {
  let size = 0;
  return versions.every(({ text, settings, media }) => {
    size += media.length * MAX_ALT_TEXT + text.length + JSON.stringify(settings).length;
    return size <= MAX_LIGHT;
  });
}

/** Throws nothing: {@link requireFitting} does. */
export async function checkVersions(ctx: Ctx, versions: readonly TargetVersion[]): Promise<Fitting> {
  const work = walkVersions(versions, ctx.networks);
  const isShort = isLight(versions.map(({ version }) => version));
  return { versions, ...(isShort ? finish(work) : await ctx.slices.walk(work)) };
}

/** As {@link checkVersions}, but returns `before` if its versions are still the same. */
export async function checkAgain(
  ctx: Ctx,
  before: Fitting | undefined,
  versions: readonly TargetVersion[],
): Promise<Fitting> {
  if (before !== undefined && isDeepStrictEqual(before.versions, versions)) return before;
  return checkVersions(ctx, versions);
}

/** Throws 422 with each channel whose network does not accept the version. Skips `live` channels, which show the post already. */
export function requireFitting(fitting: Fitting, live: ReadonlySet<number>): void {
  const misfits = describeMisfits(fitting, live);
  if (misfits.violations.length > 0) throw limitsExceeded(misfits, fitting.versions);
}

/** What the networks do not accept. Skips `live` channels. */
export function describeMisfits(
  { misfits }: Pick<Fitting, 'misfits'>,
  live: ReadonlySet<number> = new Set(),
): Pick<Misfit, 'settings' | 'violations'> {
  const open = misfits.filter(({ channelId }) => !live.has(channelId));
  return {
    settings: open.flatMap(({ settings }) => settings),
    violations: open.flatMap(({ violations }) => violations),
  };
}

function* walkVersions(
  versions: readonly TargetVersion[],
  networks: Context['networks'],
): Generator<void, Omit<Fitting, 'versions'>> {
  const misfits: Misfit[] = [];
  const advice: Advice[] = [];
  const counting = countOnce();
  let sentences = 0;
  for (const { index, channel, version } of versions) {
    const rules = networks.get(channel.platform)?.rules;
    if (rules === undefined) continue;
    // The first channels use up the sentences, but each further one still gets one.
    const most = Math.max(1, MAX_SENTENCES - sentences);
    const wrong = checkAgainst(rules.settings, version.settings, 'settings', most);
    sentences += wrong.length;
    yield;
    const found = yield* walkTarget(rules, channel, version, index, counting);
    const misfit = joinMisfit(rules, { index, channel }, wrong, found);
    if (misfit.violations.length > 0) misfits.push(misfit);
    if (wrong.length === 0) advice.push(...adviseTarget(rules, { index, channel, version }));
  }
  return { misfits, advice };
}

/** `wrong`: where the settings do not match their schema. `found`: what the rules refuse, in texts and files too. */
function joinMisfit(
  rules: Rules,
  { index, channel }: Pick<TargetVersion, 'index' | 'channel'>,
  wrong: readonly Detail[],
  found: readonly Violation[],
): Misfit {
  const named = wrong.map((each) => ({
    ...each,
    message: `The ${rules.name} channel @${channel.username} does not accept the settings: ${each.message}`,
  }));
  const ofSettings = named.map((each) => ({
    channel_id: channel.id,
    platform: channel.platform,
    target: index,
    ...factsOf(rules, each),
    ...{ measured: 1, limit: 0, unit: 'violations' },
    message: each.message,
  }));
  // What a rule says of settings that do not match their schema may be wrong.
  const others = wrong.length === 0 ? found : found.filter(({ field }) => !field.startsWith('settings'));
  return {
    channelId: channel.id,
    settings: named.map((each) => ({ ...each, field: `targets.${index}.${each.field}` })),
    violations: [...ofSettings, ...others].slice(0, MAX_VIOLATIONS),
  };
}

function adviseTarget(
  rules: Rules,
  { index, channel, version }: Pick<TargetVersion, 'index' | 'channel' | 'version'>,
): Advice[] {
  const all = adviseVersion(rules, channel.limits, version).slice(0, MAX_VIOLATIONS);
  return all.map(({ field, rule, message, params }) => ({
    channel_id: channel.id,
    target: index,
    field,
    rule,
    message,
    ...(params && { params }),
  }));
}

/** The advice for the channels that do not show the post yet. */
export function adviceOf({ advice }: Fitting, live: ReadonlySet<number> = new Set()): Advice[] {
  return advice.filter(({ channel_id }) => !live.has(channel_id));
}

/** Checks one channel's version. `index` is the target's place in its post. */
export function* walkTarget(
  rules: Rules,
  channel: CheckedChannel,
  version: Version,
  index = 0,
  counting = countOnce(),
): Generator<void, Violation[]> {
  const violations = yield* walkViolations(rules, channel.limits, version, counting);
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
    ...(violation.params && { params: violation.params }),
  }));
}

function limitsExceeded(
  { settings, violations }: Pick<Misfit, 'settings' | 'violations'>,
  versions: readonly TargetVersion[],
): Problem {
  const errors: Record<string, string[]> = {};
  const ownMedia = new Set(versions.filter(({ hasOwnMedia }) => hasOwnMedia).map(({ index }) => index));
  for (const { target, field, message } of violations) {
    const isOfPost = field.startsWith('media_ids') && !ownMedia.has(target);
    const path = isOfPost ? field : `targets.${target}.${field}`;
    errors[path] = [...(errors[path] ?? []), message];
  }
  return new Problem('limits_exceeded', {
    message: violations[0]?.message ?? '',
    errors,
    violations,
    ...(settings.length > 0 && { details: settings }),
  });
}
