/** Everything that wants a person, grouped by its cause. */
import type { Static } from 'typebox';
import { TargetChannel } from './channels.ts';
import { known, named } from './named.ts';
import type { Route } from './route.ts';
import { AnyObject, API, closed, Id, nullable, Timestamp } from './shapes.ts';
import { TargetErrorCode } from './targets.ts';
import { Type } from './type.ts';

/** In the order in which an answer lists them. */
export const attentionKinds = [
  'may_be_live',
  'failed',
  'missed',
  'held',
  'at_risk',
  'rejected',
  'reconnect_soon',
] as const;

export type AttentionKind = (typeof attentionKinds)[number];

export const attentionActs = ['resolve', 'reconcile', 'retry', 'edit', 'dismiss', 'reconnect'] as const;

export type AttentionAct = (typeof attentionActs)[number];

export const attentionEnds = [
  'resolved',
  'retried_or_dismissed',
  'reconnected',
  'risk_over',
  'saved',
] as const;

/** Posts that an item names at most. */
export const ATTENTION_POSTS = 50;

const AttentionPost = named(
  'AttentionPost',
  closed({
    id: Id,
    version: Type.Integer({ minimum: 1 }),
    at: { ...nullable(Timestamp), description: 'The `scheduled_at` of the post.' },
    text: Type.String({
      description: 'The beginning of the post’s text: at most 80 characters, on one line.',
    }),
    target_ids: Type.Array(Id, {
      description: 'The targets that the cause concerns. Empty: the whole post.',
    }),
  }),
);

export const AttentionItem = named(
  'AttentionItem',
  closed({
    id: Type.String({ description: 'Identifies the cause. It stays the same while the cause lasts.' }),
    kind: known(attentionKinds, {
      description:
        '`may_be_live`: Belfry cannot find out whether the post is live. `failed`, `missed`: it was not published. `held`: it waits until its channel is connected again. `at_risk`: it would fail at its time. `rejected`: a reviewer rejected your post. `reconnect_soon`: the channel must be connected again within 14 days. A later release may have more kinds.',
    }),
    channel: { ...nullable(TargetChannel), description: 'Null: several channels, or none.' },
    code: { ...nullable(TargetErrorCode), description: 'Why the target failed, or would fail.' },
    message: {
      ...nullable(Type.String()),
      description: 'The reason as a sentence. For `rejected`: the comment of the reviewer.',
    },
    details: Type.Optional({ ...AnyObject, description: 'The `details` of the `TargetError`.' }),
    posts: Type.Array(AttentionPost, { maxItems: ATTENTION_POSTS }),
    more_posts: Type.Boolean({
      description: 'True: the cause concerns further posts, which `posts` leaves out.',
    }),
    since: nullable(Timestamp),
    until: {
      ...nullable(Timestamp),
      description:
        '`held`: when the first post fails. `at_risk`: when the first post is due. `reconnect_soon`: when the sign-in ends.',
    },
    acts: Type.Array(known(attentionActs), {
      description:
        'What you may do. `resolve`: say whether the post is live. `reconcile`: have the network asked. `retry`: send it again unchanged. `edit`: change the post. `dismiss`: take it out of this list. `reconnect`: connect the channel again. Empty: only others may act.',
    }),
    leaves_when: known(attentionEnds, { description: 'What takes the item out of the list.' }),
  }),
);

export type AttentionItem = Static<typeof AttentionItem>;

export const attentionRoutes = {
  getAttention: {
    method: 'GET',
    path: `${API}/attention`,
    summary: 'List everything that wants a person, grouped by cause',
    description:
      'A channel that must be connected again is one item, with the posts that wait for it. Posts that failed on one channel for the same reason are one item. You see items of posts that you may change: your own, and those of others unless only people who may publish may change them. Items of channels without such posts are for people with `channel.manage`. If `truncated` is true, the list has only the latest items.',
    permission: 'post.read',
    status: 200,
    output: closed({ data: Type.Array(AttentionItem), truncated: Type.Boolean() }),
    errors: [],
  },
} as const satisfies Record<string, Route>;
