/** Defines which events become notices, who gets them, and by which means by default. */

import type { MailMode, NoticeKind } from '@belfry/contract/notices.ts';
import { noticeKinds } from '@belfry/contract/notices.ts';
import type { PostStatus } from '@belfry/contract/posts.ts';
import type { Role } from '@belfry/contract/roles.ts';
import { allowed } from '@belfry/contract/roles.ts';
import type { Permission } from '@belfry/contract/route.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';

/** The post's author, the member that the event is about, the person who acted, or all members with a permission. */
export type Recipient = 'author' | 'member' | 'actor' | Permission;

export interface Kind {
  /** Kinds of events in the log. */
  events: readonly string[];
  /** Selects events by their data. Default: all. */
  when?: (data: JsonObject) => boolean;
  recipients: readonly Recipient[];
  /** Events with the same topic become one notice. `event`: each event alone. `person`: the acts of one moment. */
  topic: 'workspace' | 'channel' | 'post' | 'event' | 'person';
  in_app: boolean;
  mail: MailMode;
  /** About security: mailed without delay, and people cannot turn it off. */
  isUrgent?: true;
  /** For notices about posts: it is not mailed when all its posts have left this status. */
  relevantStatus?: PostStatus;
  /** Extract a sentence or a name, and a point in time, from the event's data. */
  note?: (data: JsonObject) => unknown;
  moment?: (data: JsonObject) => unknown;
}

/** Milliseconds after which a published post counts as late. */
const LATE_AFTER = 15 * 60_000;

const inAppAndMail = { in_app: true, mail: 'at_once' } as const;
/** About the person's own user account. */
const ofPerson = { recipients: ['actor'], topic: 'person', ...inAppAndMail, isUrgent: true } as const;

export const kinds: Readonly<Record<NoticeKind, Kind>> = {
  'review.requested': {
    events: ['review.requested'],
    recipients: ['review.decide'],
    topic: 'workspace',
    ...inAppAndMail,
    relevantStatus: 'pending_approval',
    moment: (data) => data['scheduled_at'],
  },
  'review.approved': {
    events: ['review.approved'],
    recipients: ['author'],
    topic: 'post',
    ...inAppAndMail,
    note: (data) => data['comment'],
  },
  'review.rejected': {
    events: ['review.rejected'],
    recipients: ['author'],
    topic: 'post',
    ...inAppAndMail,
    note: (data) => data['comment'],
  },
  'review.voided': {
    events: ['review.voided'],
    recipients: ['author'],
    topic: 'workspace',
    in_app: true,
    mail: 'off',
  },
  'post.failed': {
    events: ['post.failed'],
    // `post.unconfirmed` reports these.
    when: (data) => data['only_unconfirmed'] !== true,
    recipients: ['author'],
    topic: 'workspace',
    ...inAppAndMail,
    relevantStatus: 'failed',
  },
  // The post may be live, so a person must check it before it is sent again.
  'post.unconfirmed': {
    events: ['target.failed'],
    when: (data) => data['code'] === 'outcome_unknown',
    recipients: ['author', 'channel.manage'],
    topic: 'workspace',
    ...inAppAndMail,
    note: (data) => data['message'],
  },
  'post.held': {
    events: ['target.held'],
    recipients: ['author'],
    topic: 'channel',
    ...inAppAndMail,
    note: (data) => data['message'],
  },
  // People who may reconnect the channel can solve the problem, too.
  'channel.at_risk': {
    events: ['target.at_risk'],
    when: (data) => data['code'] === 'channel_disconnected',
    recipients: ['author', 'channel.manage'],
    topic: 'channel',
    ...inAppAndMail,
    relevantStatus: 'scheduled',
    note: (data) => data['message'],
  },
  'post.at_risk': {
    events: ['target.at_risk'],
    when: (data) => data['code'] !== 'channel_disconnected',
    recipients: ['author'],
    topic: 'post',
    ...inAppAndMail,
    relevantStatus: 'scheduled',
    note: (data) => data['message'],
  },
  'post.late': {
    events: ['target.published'],
    when: (data) => Number(data['late_ms']) >= LATE_AFTER,
    recipients: ['author'],
    topic: 'workspace',
    in_app: true,
    mail: 'off',
  },
  'channel.needs_reconnect': {
    events: ['channel.needs_reconnect'],
    recipients: ['channel.manage'],
    topic: 'channel',
    ...inAppAndMail,
  },
  'webhook.disabled': {
    events: ['webhook.disabled'],
    recipients: ['workspace.manage'],
    topic: 'event',
    ...inAppAndMail,
    note: (data) => `${data['host']}: ${data['error']}`,
  },
  'member.joined': {
    events: ['member.joined'],
    recipients: ['member.manage'],
    topic: 'workspace',
    in_app: true,
    mail: 'daily',
  },
  'member.changed': {
    events: ['member.changed'],
    recipients: ['member'],
    topic: 'event',
    ...inAppAndMail,
    note: (data) => (data['after'] as JsonObject | undefined)?.['role'],
  },
  'key.created': {
    events: ['key.created', 'key.rotated'],
    recipients: ['actor'],
    topic: 'event',
    ...inAppAndMail,
    isUrgent: true,
    note: (data) => data['name'],
  },
  'account.password_changed': { events: ['password.changed', 'password.reset'], ...ofPerson },
  'account.two_factor_begun': { events: ['two_factor.begun'], ...ofPerson },
  'account.two_factor_ended': { events: ['two_factor.ended'], ...ofPerson },
  'account.way_in_added': { events: ['passkey.added', 'identity.added'], ...ofPerson },
  'account.way_in_removed': { events: ['passkey.removed', 'identity.removed'], ...ofPerson },
  'account.email_changed': { events: ['email.changed'], ...ofPerson },
  'account.email_lost': { events: ['email.lost'], ...ofPerson },
  'account.recovery_code_used': { events: ['recovery_code.used'], ...ofPerson },
  'account.new_device': {
    events: ['session.begun'],
    when: (data) => data['new_device'] === true,
    ...ofPerson,
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

/** True for kinds about a person. Their events are in the log of each of the person's workspaces. */
export function isOfPerson(kind: NoticeKind): boolean {
  return kind.startsWith('account.');
}

/** True for kinds that cannot be turned off, so that a stolen session or key cannot hide itself. */
export function isFixed(kind: NoticeKind): boolean {
  return kinds[kind].isUrgent === true;
}

/** The roles that get notices of a kind because of their permissions. */
export function rolesOf(kind: NoticeKind): Role[] {
  const permissions = kinds[kind].recipients.filter(isPermission);
  return [...new Set(permissions.flatMap((permission) => allowed[permission]))];
}

/** The kinds that a person with this role may see. Notices for the permissions of an earlier role are hidden. */
export function kindsFor(role: Role): NoticeKind[] {
  return noticeKinds.filter(
    (kind) => !kinds[kind].recipients.every(isPermission) || rolesOf(kind).includes(role),
  );
}

function isPermission(recipient: Recipient): recipient is Permission {
  return recipient.includes('.');
}
