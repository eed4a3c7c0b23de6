/** Defines which events become notices, who gets them, and when by mail by default. In the app, all are shown. */
import type { EventData, EventKind } from '@belfry/contract/event-kinds.ts';
import { type MailMode, type NoticeKind, noticeKinds } from '@belfry/contract/notices.ts';
import type { PostStatus } from '@belfry/contract/posts.ts';
import { allowed, type Role } from '@belfry/contract/roles.ts';
import type { Permission } from '@belfry/contract/route.ts';

/**
 * The post's author, the member that the event is about, the person who acted, the members whom a comment mentions, or
 * all members with a permission.
 */
export type Recipient = 'author' | 'member' | 'actor' | 'mentioned' | Permission;

/** The data of an event of these kinds. An event of another release may lack fields, and must not stop the others. */
export type NoticeData<Event extends EventKind = EventKind> = Partial<EventData[Event]> & {
  /** Only for `post.failed`: all failed targets of the post are unconfirmed. */
  only_unconfirmed?: boolean;
};

export interface Kind<Event extends EventKind = EventKind> {
  /** Kinds of events in the log. */
  events: readonly Event[];
  /** Selects events by their data. Default: all. */
  when?(data: NoticeData<Event>): boolean;
  recipients: readonly Recipient[];
  /**
   * Events with the same topic become one notice. `login`: the channels that share a sign-in, or the channel. `event`:
   * each event alone. `person`: events of the same time.
   */
  topic: 'workspace' | 'channel' | 'login' | 'post' | 'event' | 'person';
  /** Unless the person chose otherwise. Default: `at_once`. */
  mail?: MailMode;
  /** About security: mailed without delay, and people cannot turn it off. */
  isUrgent?: true;
  /** Only for notices about posts: the notice is not mailed when none of its posts has this status any more. */
  relevantStatus?: PostStatus;
  /** Returns a sentence or a name from the event's data. */
  note?(data: NoticeData<Event>): string | null | undefined;
  /** Returns a point in time from the event's data. */
  moment?(data: NoticeData<Event>): string | null | undefined;
}

/** Types the data for the functions of a kind by its events. */
function of<Event extends EventKind>(kind: Kind<Event>): Kind {
  return kind;
}

/** Sentences differ for channels that share a sign-in. */
const loginOf = (data: { login_id?: number }) => data.login_id?.toString();

/** Milliseconds after which a published post counts as late. */
const LATE_AFTER = 15 * 60_000;

/** About the person's own user account. */
const ofPerson = { recipients: ['actor'], topic: 'person', isUrgent: true } as const;

export const kinds: Readonly<Record<NoticeKind, Kind>> = {
  'review.requested': of({
    events: ['review.requested'],
    recipients: ['review.decide'],
    topic: 'workspace',
    relevantStatus: 'pending_approval',
    moment: (data) => data.scheduled_at,
  }),
  'review.approved': of({
    events: ['review.approved'],
    recipients: ['author'],
    topic: 'post',
    note: (data) => data.comment,
  }),
  'review.rejected': of({
    events: ['review.rejected'],
    recipients: ['author'],
    topic: 'post',
    note: (data) => data.comment,
  }),
  'comment.mentioned': of({
    events: ['comment.added', 'comment.changed'],
    when: ({ mentions = [] }) => mentions.length > 0,
    recipients: ['mentioned'],
    topic: 'post',
  }),
  'review.voided': of({
    events: ['review.voided'],
    recipients: ['author'],
    topic: 'workspace',
    mail: 'off',
  }),
  'post.failed': of({
    events: ['post.failed'],
    // `post.unconfirmed` reports these.
    when: (data) => data.only_unconfirmed !== true,
    recipients: ['author'],
    topic: 'workspace',
    relevantStatus: 'failed',
  }),
  // The post may be live, so a person must check it before it is sent again.
  'post.unconfirmed': of({
    events: ['target.failed'],
    when: (data) => data.code === 'outcome_unknown',
    recipients: ['author', 'channel.manage'],
    topic: 'workspace',
    note: (data) => data.message,
  }),
  // The post may still be live. The person who asked for its removal may not be its author.
  'post.removal_failed': of({
    events: ['target.removal_failed'],
    recipients: ['author', 'actor'],
    topic: 'post',
    note: (data) => data.message,
  }),
  'post.held': of({
    events: ['target.held'],
    recipients: ['author'],
    topic: 'channel',
    note: (data) => data.message,
  }),
  // People who may reconnect the channel can solve the problem, too.
  'channel.at_risk': of({
    events: ['target.at_risk'],
    when: (data) => data.code === 'channel_disconnected',
    recipients: ['author', 'channel.manage'],
    topic: 'channel',
    relevantStatus: 'scheduled',
    note: (data) => data.message,
  }),
  'post.at_risk': of({
    events: ['target.at_risk'],
    when: (data) => data.code !== 'channel_disconnected',
    recipients: ['author'],
    topic: 'post',
    relevantStatus: 'scheduled',
    note: (data) => data.message,
  }),
  'post.late': of({
    events: ['target.published'],
    when: (data) => (data.late_ms ?? 0) >= LATE_AFTER,
    recipients: ['author'],
    topic: 'workspace',
    mail: 'off',
  }),
  'channel.needs_reconnect': of({
    events: ['channel.needs_reconnect'],
    recipients: ['channel.manage'],
    topic: 'login',
    note: loginOf,
  }),
  'channel.reconnect_soon': of({
    events: ['channel.reconnect_soon'],
    recipients: ['channel.manage'],
    topic: 'login',
    note: loginOf,
    moment: (data) => data.reconnect_by,
  }),
  // The log of the first workspace has the event, and its owners may change the keys.
  'network_app.refused': of({
    events: ['network_app.refused'],
    recipients: ['workspace.own'],
    topic: 'event',
    note: (data) => data.message,
  }),
  'webhook.disabled': of({
    events: ['webhook.disabled'],
    recipients: ['workspace.manage'],
    topic: 'event',
    note: (data) => `${data.host}: ${data.error}`,
  }),
  'member.joined': of({
    events: ['member.joined'],
    recipients: ['member.manage'],
    topic: 'workspace',
    mail: 'daily',
  }),
  'member.changed': of({
    events: ['member.changed'],
    recipients: ['member'],
    topic: 'event',
    note: (data) => data.after?.role,
  }),
  'key.created': of({
    events: ['key.created', 'key.rotated'],
    recipients: ['actor'],
    topic: 'event',
    isUrgent: true,
    note: (data) => data.name,
  }),
  'account.password_changed': of({ events: ['password.changed', 'password.reset'], ...ofPerson }),
  'account.two_factor_begun': of({ events: ['two_factor.begun'], ...ofPerson }),
  'account.two_factor_ended': of({ events: ['two_factor.ended'], ...ofPerson }),
  'account.way_in_added': of({ events: ['passkey.added', 'identity.added'], ...ofPerson }),
  'account.way_in_removed': of({ events: ['passkey.removed', 'identity.removed'], ...ofPerson }),
  'account.email_changed': of({ events: ['email.changed'], ...ofPerson }),
  'account.email_lost': of({ events: ['email.lost'], ...ofPerson }),
  'account.recovery_code_used': of({ events: ['recovery_code.used'], ...ofPerson }),
  'account.new_device': of({
    events: ['session.begun'],
    when: (data) => data.new_device === true,
    ...ofPerson,
  }),
};

const byEvent = Map.groupBy(
  noticeKinds.flatMap((kind) => kinds[kind].events.map((event) => ({ event, kind }))),
  ({ event }) => event,
);

export const noticeEvents: readonly EventKind[] = [...byEvent.keys()];

/** What a person gets who chose nothing else. */
export function defaultOf(kind: NoticeKind): { in_app: boolean; mail: MailMode } {
  return { in_app: true, mail: kinds[kind].mail ?? 'at_once' };
}

/** The kinds of notices that an event makes. */
export function kindsOf(event: EventKind, data: NoticeData): NoticeKind[] {
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
