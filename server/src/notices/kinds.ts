/** Which events become notices, whom they concern, and how those are told who chose nothing else. */
import type { MailMode, NoticeKind } from '@belfry/contract/notice-routes.ts';
import { noticeKinds } from '@belfry/contract/notice-routes.ts';
import type { Permission } from '@belfry/contract/route.ts';
import type { PostStatus } from '@belfry/contract/schemas.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import { allowed, type Role } from '../workspaces/roles.ts';

/** The author of the post, the member that the event is about, who did it; or whoever may do something about it. */
export type Concerned = 'author' | 'member' | 'actor' | Permission;

export interface Kind {
  /** Of the log. */
  events: readonly string[];
  /** Which of these events; all when left out. */
  when?: (data: JsonObject) => boolean;
  concerns: readonly Concerned[];
  /** What becomes one notice: all of the workspace, of a channel, of a post; each; what a person did at one moment. */
  topic: 'workspace' | 'channel' | 'post' | 'event' | 'person';
  in_app: boolean;
  mail: MailMode;
  /** About security: mailed without waiting for more, and nobody can switch it off. */
  isUrgent?: true;
  /** Of posts: it is no news any more, and is not mailed, once they are in another status than this. */
  holds?: PostStatus;
  /** Of the event's data: a sentence or a name, and a point in time. */
  note?: (data: JsonObject) => unknown;
  moment?: (data: JsonObject) => unknown;
}

/** Milliseconds from which a post that went out is called late. */
const LATE = 15 * 60_000;

const told = { in_app: true, mail: 'at_once' } as const;
/** Of one's own account. */
const account = { concerns: ['actor'], topic: 'person', ...told, isUrgent: true } as const;

export const kinds: Readonly<Record<NoticeKind, Kind>> = {
  'review.requested': {
    events: ['review.requested'],
    concerns: ['review.decide'],
    topic: 'workspace',
    ...told,
    holds: 'pending_approval',
    moment: (data) => data['scheduled_at'],
  },
  'review.approved': {
    events: ['review.approved'],
    concerns: ['author'],
    topic: 'post',
    ...told,
    note: (data) => data['comment'],
  },
  'review.rejected': {
    events: ['review.rejected'],
    concerns: ['author'],
    topic: 'post',
    ...told,
    note: (data) => data['comment'],
  },
  'review.voided': {
    events: ['review.voided'],
    concerns: ['author'],
    topic: 'workspace',
    in_app: true,
    mail: 'off',
  },
  'post.failed': {
    events: ['post.failed'],
    // That one is told by another kind.
    when: (data) => data['only_unconfirmed'] !== true,
    concerns: ['author'],
    topic: 'workspace',
    ...told,
    holds: 'failed',
  },
  // It may be live, and must be looked at before anybody sends it again.
  'post.unconfirmed': {
    events: ['target.failed'],
    when: (data) => data['code'] === 'outcome_unknown',
    concerns: ['author', 'channel.manage'],
    topic: 'workspace',
    ...told,
    note: (data) => data['message'],
  },
  'post.held': {
    events: ['target.held'],
    concerns: ['author'],
    topic: 'channel',
    ...told,
    note: (data) => data['message'],
  },
  // Whoever may connect the channel again can do something about it as well.
  'channel.at_risk': {
    events: ['target.at_risk'],
    when: (data) => data['code'] === 'channel_disconnected',
    concerns: ['author', 'channel.manage'],
    topic: 'channel',
    ...told,
    holds: 'scheduled',
    note: (data) => data['message'],
  },
  'post.at_risk': {
    events: ['target.at_risk'],
    when: (data) => data['code'] !== 'channel_disconnected',
    concerns: ['author'],
    topic: 'post',
    ...told,
    holds: 'scheduled',
    note: (data) => data['message'],
  },
  'post.late': {
    events: ['target.published'],
    when: (data) => Number(data['late_ms']) >= LATE,
    concerns: ['author'],
    topic: 'workspace',
    in_app: true,
    mail: 'off',
  },
  'channel.needs_reconnect': {
    events: ['channel.needs_reconnect'],
    concerns: ['channel.manage'],
    topic: 'channel',
    ...told,
  },
  'webhook.disabled': {
    events: ['webhook.disabled'],
    concerns: ['workspace.manage'],
    topic: 'event',
    ...told,
    note: (data) => `${data['host']}: ${data['error']}`,
  },
  'member.joined': {
    events: ['member.joined'],
    concerns: ['member.manage'],
    topic: 'workspace',
    in_app: true,
    mail: 'daily',
  },
  'member.changed': {
    events: ['member.changed'],
    concerns: ['member'],
    topic: 'event',
    ...told,
    note: (data) => (data['after'] as JsonObject | undefined)?.['role'],
  },
  'key.created': {
    events: ['key.created', 'key.rotated'],
    concerns: ['actor'],
    topic: 'event',
    ...told,
    isUrgent: true,
    note: (data) => data['name'],
  },
  'account.password_changed': { events: ['password.changed', 'password.reset'], ...account },
  'account.two_factor_begun': { events: ['two_factor.begun'], ...account },
  'account.two_factor_ended': { events: ['two_factor.ended'], ...account },
  'account.way_in_added': { events: ['passkey.added', 'identity.added'], ...account },
  'account.way_in_removed': { events: ['passkey.removed', 'identity.removed'], ...account },
  'account.email_changed': { events: ['email.changed'], ...account },
  'account.email_lost': { events: ['email.lost'], ...account },
  'account.recovery_code_used': { events: ['recovery_code.used'], ...account },
  'account.new_device': {
    events: ['session.begun'],
    when: (data) => data['new_device'] === true,
    ...account,
  },
};

const byEvent = Map.groupBy(
  noticeKinds.flatMap((kind) => kinds[kind].events.map((event) => ({ event, kind }))),
  ({ event }) => event,
);

export const noticeEvents: readonly string[] = [...byEvent.keys()];

/** The kinds of notices that an event makes. */
export function kindsOf(event: string, data: JsonObject): NoticeKind[] {
  const found = byEvent.get(event)?.map(({ kind }) => kind) ?? [];
  return found.filter((kind) => kinds[kind].when?.(data) ?? true);
}

/** The log of every workspace of the person tells of these; they belong to none. */
export function isOfAccount(kind: NoticeKind): boolean {
  return kind.startsWith('account.');
}

/** Whoever got hold of a session or a key must not be able to keep it quiet. */
export function isFixed(kind: NoticeKind): boolean {
  return kinds[kind].isUrgent === true;
}

/** The roles that a kind concerns by what they may do. */
export function rolesOf(kind: NoticeKind): Role[] {
  const permissions = kinds[kind].concerns.filter(isPermission);
  return [...new Set(permissions.flatMap((permission) => allowed[permission]))];
}

/** What somebody of this role may see of their notices: who may decide no more is told no more. */
export function kindsFor(role: Role): NoticeKind[] {
  return noticeKinds.filter(
    (kind) => !kinds[kind].concerns.every(isPermission) || rolesOf(kind).includes(role),
  );
}

function isPermission(concerned: Concerned): concerned is Permission {
  return concerned.includes('.');
}
