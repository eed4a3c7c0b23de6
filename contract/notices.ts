/** A person’s notices and their settings. */
import type { Static } from 'typebox';
import { known, named } from './named.ts';
import type { Route } from './route.ts';
import { API, Count, closed, filter, Id, nullable, Text, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

const NOTICES = `${API}/notices`;

/** Notices per page at most. */
const NOTICE_PAGE = 200;

/** In the order in which a mail lists them. */
export const noticeKinds = [
  'post.unconfirmed',
  'post.failed',
  'post.removal_failed',
  'channel.needs_reconnect',
  'post.held',
  'channel.at_risk',
  'channel.reconnect_soon',
  'post.at_risk',
  'review.requested',
  'review.rejected',
  'review.voided',
  'review.approved',
  'comment.mentioned',
  'network_app.refused',
  'webhook.disabled',
  'post.late',
  'member.joined',
  'member.changed',
  'key.created',
  'account.password_changed',
  'account.two_factor_begun',
  'account.two_factor_ended',
  'account.way_in_added',
  'account.way_in_removed',
  'account.email_changed',
  'account.email_lost',
  'account.recovery_code_used',
  'account.new_device',
] as const;

export type NoticeKind = (typeof noticeKinds)[number];

/** When a notice is mailed: never, within minutes, at the next full hour, or at 08:00 in the person's time zone. */
export const mailModes = ['off', 'at_once', 'hourly', 'daily'] as const;

export type MailMode = (typeof mailModes)[number];

const NoticeKind = named(
  'NoticeKind',
  known(noticeKinds, { description: 'What a notice is about. A later release may have more kinds.' }),
);

const MailMode = named('MailMode', Type.Enum(mailModes));

export const Notice = named(
  'Notice',
  closed({
    id: Id,
    kind: NoticeKind,
    title: Type.String({ description: 'In the person’s language, like `body`.' }),
    body: Type.String(),
    post_id: { ...nullable(Id), description: 'The post of the latest event. `channel_id` is its channel.' },
    channel_id: nullable(Id),
    count: Type.Integer({ minimum: 1, description: 'How many events this notice groups.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    read_at: nullable(Timestamp),
  }),
);

export type Notice = Static<typeof Notice>;

const setting = {
  kind: Type.Enum(noticeKinds),
  in_app: Type.Boolean(),
  mail: MailMode,
};

const Setting = named(
  'NoticeSetting',
  closed({
    ...setting,
    kind: NoticeKind,
    fixed: Type.Boolean({ description: 'True: the notice is about security and cannot be turned off.' }),
  }),
);

export type NoticeSetting = Static<typeof Setting>;

export const NoticeSettingsIn = named(
  'NoticeSettingsIn',
  closed({
    settings: Type.Array(closed(setting), {
      maxItems: noticeKinds.length,
      description: 'Kinds that are left out return to their defaults.',
    }),
  }),
);

export type NoticeSettingsIn = Static<typeof NoticeSettingsIn>;

const unread = { ...Count, description: 'Number of all unread notices that the caller may see.' };

export const noticeRoutes = {
  listNotices: {
    method: 'GET',
    path: NOTICES,
    summary: 'List your notices, newest first',
    description:
      'Similar events are one notice whose `count` rises. `title` and `body` are sentences in your language. Pass `next_cursor` as `cursor` to get the next page.',
    permission: 'notice.own',
    query: closed({
      unread: filter(Type.Boolean({ description: 'True lists only unread notices.' })),
      cursor: Type.Optional({ ...Id, description: 'The `next_cursor` of the previous page.' }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: NOTICE_PAGE, description: 'Default: 50.' })),
    }),
    status: 200,
    output: closed({ data: Type.Array(Notice), next_cursor: nullable(Id), unread }),
    errors: [],
  },
  readNotices: {
    method: 'POST',
    path: `${NOTICES}/read`,
    summary: 'Mark notices as read: the given ones, or all',
    description: 'Ids of other people’s notices are ignored.',
    permission: 'notice.own',
    body: closed({ ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })) }),
    status: 200,
    output: wrapped(closed({ unread })),
    errors: [],
  },
  getNoticeSettings: {
    method: 'GET',
    path: `${NOTICES}/settings`,
    summary: 'Get your notice settings in this workspace',
    description: 'Lists the kinds that your role can get.',
    permission: 'notice.own',
    status: 200,
    output: wrapped(Type.Array(Setting)),
    errors: [],
  },
  updateNoticeSettings: {
    method: 'PUT',
    path: `${NOTICES}/settings`,
    summary: 'Replace your notice settings in this workspace',
    description:
      'Kinds that you leave out return to their defaults. Notices about security are `fixed` and cannot be turned off.',
    permission: 'notice.own',
    body: NoticeSettingsIn,
    status: 200,
    output: wrapped(Type.Array(Setting)),
    errors: [],
  },
  unsubscribe: {
    method: 'POST',
    path: `${NOTICES}/unsubscribe`,
    summary: 'Stop mail about notices of a workspace with the token from such a mail',
    description: 'Notices about security are still mailed. Needs no session.',
    permission: 'open',
    body: closed({ token: Text({ minLength: 1, maxLength: 2000 }) }),
    status: 204,
    output: null,
    errors: ['link_over'],
  },
} as const satisfies Record<string, Route>;
