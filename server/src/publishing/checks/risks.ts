/** Finds reasons why a target could not be published, before it is due. */
import type { TargetErrorCode } from '@belfry/contract/targets.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import { describeRemoved } from '../../channels/index.ts';
import { StorageUnavailable } from '../../files/index.ts';
import type { DueCheck } from '../../lanes/index.ts';
import { type TargetFiles, versionOf } from '../../media/index.ts';
import { findWrongSetting, walkTarget } from '../../posts/index.ts';

export interface Risk {
  /** The code that the target would fail with. */
  code: TargetErrorCode;
  /** Names the problem, and a way to solve it. */
  message: string;
}

const disconnected = (message: string): Risk => ({ code: 'channel_disconnected', message });

/** Checks the channel for the time when this target is due. Returns the first risk only, as it outweighs the others. */
export function channelRisk(check: DueCheck, network: Network | undefined): Risk | undefined {
  const { channel, due, grant_expires_at: endsAt, grant_renews: renews } = check;
  const name = `@${channel.username}`;
  if (channel.deleted) return disconnected(describeRemoved(channel.username));
  if (network === undefined)
    return disconnected(
      `This installation no longer supports the network of ${name}. Remove the channel from the post.`,
    );
  if (channel.needs_reconnect) {
    return disconnected(
      `The network requires a new sign-in. Connect ${name} again. Until then, the post waits.`,
    );
  }
  if (isBefore(channel.reconnect_by, due)) {
    return disconnected(
      `The sign-in of ${name} expires before this post is due. Connect the channel again before then.`,
    );
  }
  if ((network.refresh === undefined || renews === false) && isBefore(endsAt, due)) {
    return disconnected(
      `The token of ${name} expires before this post is due. Connect the channel again before then.`,
    );
  }
  return undefined;
}

function isBefore(moment: string | null, due: string): boolean {
  return moment !== null && Date.parse(moment) <= Date.parse(due);
}

/**
 * Networks and accounts may change their limits and settings after a post was scheduled, and a declaration may have
 * ended.
 */
export async function limitRisks(
  ctx: Pick<Context, 'networks' | 'slices'>,
  check: DueCheck,
  files: TargetFiles,
): Promise<Risk[]> {
  const { channel, content, post_content } = check;
  const rules = ctx.networks.get(channel.platform)?.rules;
  if (rules === undefined) return [];
  const wrong = findWrongSetting(rules, check.settings);
  if (wrong !== undefined) {
    const message = `${rules.name} does not accept the settings for @${channel.username}. ${wrong.message} Change the post.`;
    return [{ code: 'rejected', message }];
  }
  const version = versionOf(content ?? post_content, check, files);
  const violations = await ctx.slices.walk(walkTarget(rules, channel, version));
  return violations.map(({ message }) => ({ code: 'rejected', message: `${message} Change the post.` }));
}

/** While the storage is unavailable, no file counts as missing. */
export async function mediaRisks(
  ctx: Pick<Context, 'files'>,
  { media, named }: TargetFiles,
): Promise<Risk[]> {
  const risks: Risk[] = [];
  const all = new Set([...media, ...[...named.values()].map(({ row }) => row)]);
  try {
    for (const { name, storage_key: key } of all) {
      if ((await ctx.files.find(key)) !== undefined) continue;
      const message = `The file “${name}” is gone from the storage. Restore it, or replace it.`;
      risks.push({ code: 'media_unusable', message });
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
  }
  return risks;
}
