/** What would keep a target from being published, as far as can be seen before it is due. */
import type { TargetErrorCode } from '@belfry/contract/schemas.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Context } from '../../context.ts';
import { StorageUnavailable } from '../../files/files.ts';
import type { MediaRow } from '../../media/lookup.ts';
import { factsOf } from '../../media/present.ts';
import { walkTarget } from '../../posts/lookup.ts';
import type { DueCheck } from './store.ts';

export interface Risk {
  /** What the target would fail with, or be held for. */
  code: TargetErrorCode;
  /** What is wrong, and what to do about it. */
  message: string;
}

const disconnected = (message: string): Risk => ({ code: 'channel_disconnected', message });

/** Of the channel, at the time of this target. The first alone: with it the others mean little. */
export function channelRisk(check: DueCheck, network: Network | undefined): Risk | undefined {
  const { channel, due_at, grant_expires_at: endsAt } = check;
  const name = `@${channel.username}`;
  if (channel.deleted)
    return disconnected(`The channel ${name} was removed: join it again, or leave it out.`);
  if (network === undefined)
    return disconnected(`This installation no longer knows the network of ${name}: leave it out.`);
  if (channel.needs_reconnect) {
    return disconnected(`The network wants a person to sign in: connect ${name} again, else it is held.`);
  }
  if (isBefore(channel.reconnect_by, due_at)) {
    return disconnected(
      `The sign-in of ${name} ends before this is due: connect the channel again until then.`,
    );
  }
  if (network.refresh === undefined && isBefore(endsAt, due_at)) {
    return disconnected(
      `The token of ${name} ends before this is due: connect the channel again until then.`,
    );
  }
  return undefined;
}

function isBefore(moment: string | null, due: string): boolean {
  return moment !== null && Date.parse(moment) <= Date.parse(due);
}

/** Limits and settings of networks and accounts change after a post was scheduled. */
export async function limitRisks(
  ctx: Pick<Context, 'networks' | 'slices'>,
  { channel, content, settings, post_content }: DueCheck,
  media: readonly MediaRow[],
): Promise<Risk[]> {
  const rules = ctx.networks.get(channel.platform)?.rules;
  if (rules === undefined) return [];
  const version = { text: content ?? post_content, settings, media: media.map(factsOf) };
  const found = await ctx.slices.walk(walkTarget(rules, channel, version));
  return found.map(({ message }) => ({ code: 'rejected', message: `${message} Change the post.` }));
}

/** A storage that is away proves nothing of the file. */
export async function mediaRisks(ctx: Pick<Context, 'files'>, media: readonly MediaRow[]): Promise<Risk[]> {
  const risks: Risk[] = [];
  try {
    for (const { name, storage_key: key } of media) {
      if ((await ctx.files.find(key)) !== undefined) continue;
      const message = `The file “${name}” is gone from the storage: bring it back, or replace it.`;
      risks.push({ code: 'media_unusable', message });
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
  }
  return risks;
}
