/** A person’s notices and their settings. */
import type { Static } from 'typebox';
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
  'channel.needs_reconnect',
  'post.held',
  'channel.at_risk',
  'post.at_risk',
  'review.requested',
  'review.rejected',
  'review.voided',
  'review.approved',
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

export const Notice = closed({
  id: Id,
  kind: Type.Enum(noticeKinds),
  title: Type.String({ description: 'In the person’s language, like `body`.' }),
  body: Type.String(),
  post_id: { ...nullable(Id), description: 'The post of the latest event. `channel_id` is its channel.' },
  channel_id: nullable(Id),
  count: Type.Integer({ minimum: 1, description: 'How many events this notice groups.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  read_at: nullable(Timestamp),
});

export type Notice = Static<typeof Notice>;

const setting = {
  kind: Type.Enum(noticeKinds),
  in_app: Type.Boolean(),
  mail: Type.Enum(mailModes),
};

const Setting = closed({
  ...setting,
  fixed: Type.Boolean({ description: 'True: the notice is about security and cannot be turned off.' }),
});

export type NoticeSetting = Static<typeof Setting>;

export const NoticeSettingsIn = closed({
  settings: Type.Array(closed(setting), {
    maxItems: noticeKinds.length,
    description: 'Kinds that are left out return to their defaults.',
  }),
});

export type NoticeSettingsIn = Static<typeof NoticeSettingsIn>;

const unread = { ...Count, description: 'Number of all unread notices that the caller may see.' };

export const noticeRoutes = {
  listNotices: {
    method: 'GET',
    path: NOTICES,
    summary: 'List your notices, newest first',
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
    permission: 'notice.own',
    status: 200,
    output: wrapped(Type.Array(Setting)),
    errors: [],
  },
  updateNoticeSettings: {
    method: 'PUT',
    path: `${NOTICES}/settings`,
    summary: 'Replace your notice settings in this workspace',
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
    permission: 'open',
    body: closed({ token: Text({ minLength: 1, maxLength: 2000 }) }),
    status: 204,
    output: null,
    errors: ['link_over'],
  },
} as const satisfies Record<string, Route>;
