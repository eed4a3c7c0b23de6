/** Groups what wants a person by its cause: a channel, a reason for which posts failed there, or a post. */
import { createHash } from 'node:crypto';
import { ATTENTION_POSTS, attentionKinds } from '@belfry/contract/attention.ts';
import type { Cause } from './store.ts';

export interface Group extends Pick<Cause, 'kind' | 'code' | 'message' | 'details' | 'until'> {
  /** `kind:channel:id`, `kind:channel:id:reason` or `kind:post:id`. */
  id: string;
  /** Null: the cause is a post. */
  channelId: number | null;
  posts: { id: number; targetIds: number[] }[];
  hasMorePosts: boolean;
  /** Sending the same again can help at least one target. */
  isRetryable: boolean;
}

/** The most severe kind first; the groups of a kind in the order of their first causes. */
export function groupCauses(causes: readonly Cause[]): Group[] {
  const groups = Map.groupBy(joinHeld(causes), idOf);
  return [...groups]
    .map(([id, own]) => toGroup(id, own as [Cause, ...Cause[]]))
    .toSorted((a, b) => attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind));
}

/** While a channel is held, posts that have failed because of it belong to the same cause. */
function joinHeld(causes: readonly Cause[]): Cause[] {
  const isHeld = ({ kind }: Cause) => kind === 'held';
  const held = new Set(causes.filter(isHeld).map(({ channel_id }) => channel_id));
  return causes.map((cause) =>
    cause.kind === 'failed' && isDisconnected(cause) && held.has(cause.channel_id)
      ? { ...cause, kind: 'held', code: null, message: null, details: null }
      : cause,
  );
}

function idOf(cause: Cause): string {
  const { kind, channel_id, post_id } = cause;
  if (channel_id === null) return `${kind}:post:${post_id}`;
  return [kind, 'channel', channel_id, ...reasonOf(cause)].join(':');
}

/** Posts that failed on one channel with the same sentence have one cause. */
function reasonOf(cause: Cause): string[] {
  if (cause.code === null || isDisconnected(cause)) return [];
  const reason = `${cause.code} ${cause.message}`;
  return [createHash('sha256').update(reason).digest('hex').slice(0, 16)];
}

/** Whether the channel itself is the reason. */
function isDisconnected({ code }: Pick<Cause, 'code'>): boolean {
  return code === 'channel_disconnected';
}

function toGroup(id: string, causes: readonly [Cause, ...Cause[]]): Group {
  const [{ kind, channel_id, code, message, details }] = causes;
  const byPost = Map.groupBy(causes, ({ post_id }) => post_id);
  const posts = [...byPost].flatMap(([post, own]) =>
    post === null ? [] : [{ id: post, targetIds: own.flatMap(({ target_id }) => target_id ?? []) }],
  );
  const untils = causes.flatMap(({ until }) => until ?? []).sort();
  return {
    id,
    kind,
    channelId: channel_id,
    code,
    message,
    details,
    posts: posts.slice(0, ATTENTION_POSTS),
    hasMorePosts: posts.length > ATTENTION_POSTS,
    isRetryable: causes.some(({ retryable }) => retryable),
    until: untils[0] ?? null,
  };
}
