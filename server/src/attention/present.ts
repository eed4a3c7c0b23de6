/** Turns groups into the API's items, with what the caller may do about each. */
import type { AttentionAct, AttentionItem, AttentionKind } from '@belfry/contract/attention.ts';
import type { TargetChannel } from '@belfry/contract/channels.ts';
import { type Caller, canAccessChannel, may } from '../access/roles.ts';
import { describeRemoved } from '../channels/index.ts';
import { oneLine } from '../mail/index.ts';
import { cut } from '../notices/index.ts';
import type { Group } from './groups.ts';
import type { PostRow } from './store.ts';

/** What the items show, by id. */
export interface Facts {
  posts: ReadonlyMap<number, PostRow>;
  /** The channel of each target. */
  channelOf: ReadonlyMap<number, number>;
  /** `isAsked`: its network can be asked whether a post is live. */
  channels: ReadonlyMap<number, { shown: TargetChannel; isAsked: boolean }>;
  targetSince: ReadonlyMap<number, string>;
  channelSince: ReadonlyMap<number, string>;
  postSince: ReadonlyMap<number, string>;
}

/** Characters of a post's text. */
const OPENING = 80;

const ends: Record<AttentionKind, AttentionItem['leaves_when']> = {
  may_be_live: 'resolved',
  failed: 'retried_or_dismissed',
  missed: 'retried_or_dismissed',
  held: 'reconnected',
  at_risk: 'risk_over',
  rejected: 'saved',
  reconnect_soon: 'reconnected',
};

export function presentGroup(who: Caller, group: Group, facts: Facts): AttentionItem {
  const posts = group.posts.flatMap(({ id, targetIds }) => {
    const row = facts.posts.get(id);
    if (row === undefined) return [];
    const { version, at, text } = row;
    return [{ id, version, at, text: cut(oneLine(text), OPENING), target_ids: targetIds }];
  });
  return {
    id: group.id,
    kind: group.kind,
    channel: facts.channels.get(channelIdOf(group, facts) ?? 0)?.shown ?? null,
    code: group.code,
    message: group.message ?? whyRemoved(group, facts),
    ...(group.details !== null && { details: group.details }),
    posts,
    more_posts: group.hasMorePosts,
    since: sinceOf(group, facts),
    until: group.until,
    acts: actsOf(who, group, facts),
    leaves_when: ends[group.kind],
  };
}

/** Only for a removed channel of which no check ahead has told yet. */
function whyRemoved({ kind, channelId }: Group, { channels }: Facts): string | null {
  const shown = channels.get(channelId ?? 0)?.shown;
  return kind === 'at_risk' && shown !== undefined ? describeRemoved(shown.username) : null;
}

/** The only channel that the cause concerns. */
function channelIdOf({ channelId, posts }: Group, { channelOf }: Facts): number | undefined {
  if (channelId !== null) return channelId;
  const ids = new Set(posts.flatMap(({ targetIds }) => targetIds.map((id) => channelOf.get(id))));
  return ids.size === 1 ? [...ids][0] : undefined;
}

/** The earliest beginning. */
function sinceOf({ kind, channelId, posts }: Group, facts: Facts): string | null {
  if (kind === 'held' || kind === 'reconnect_soon') return facts.channelSince.get(channelId ?? 0) ?? null;
  const all =
    kind === 'rejected'
      ? posts.map(({ id }) => facts.postSince.get(id))
      : posts.flatMap(({ targetIds }) => targetIds.map((id) => facts.targetSince.get(id)));
  return all.filter((at) => at !== undefined).sort()[0] ?? facts.channelSince.get(channelId ?? 0) ?? null;
}

function actsOf(who: Caller, group: Group, facts: Facts): AttentionAct[] {
  const own = group.posts
    .flatMap(({ id }) => facts.posts.get(id) ?? [])
    .filter((post) => mayChange(who, post));
  const isByChannel = group.code === null || group.code === 'channel_disconnected';
  const possible: Record<AttentionAct, boolean> = {
    reconnect: group.channelId !== null && isByChannel && may(who, 'channel.manage'),
    resolve: own.some(isSettled),
    reconcile: own.some(isSettled) && isAnyAsked(group, facts),
    retry: own.some(isSettled) && group.isRetryable,
    edit: own.some((post) => group.kind === 'at_risk' || group.kind === 'rejected' || isSettled(post)),
    dismiss: own.length > 0,
  };
  return acts[group.kind].filter((act) => possible[act]);
}

const acts: Record<AttentionKind, readonly AttentionAct[]> = {
  may_be_live: ['resolve', 'reconcile'],
  failed: ['reconnect', 'retry', 'edit', 'dismiss'],
  missed: ['retry', 'edit', 'dismiss'],
  held: ['reconnect'],
  at_risk: ['reconnect', 'edit'],
  rejected: ['edit'],
  reconnect_soon: ['reconnect'],
};

function isAnyAsked({ posts }: Group, { channels, channelOf }: Facts): boolean {
  return posts.some(({ targetIds }) =>
    targetIds.some((id) => channels.get(channelOf.get(id) ?? 0)?.isAsked === true),
  );
}

/** While other targets of the post are published, the post cannot be changed. */
function isSettled({ status }: PostRow): boolean {
  return status === 'failed';
}

/** A post that also goes to channels that the caller may not use is changed by others. */
function mayChange(who: Caller, { channel_ids }: PostRow): boolean {
  return may(who, 'post.write') && channel_ids.every((id) => canAccessChannel(who, id));
}
