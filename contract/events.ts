/** The event log: the audit log and the stream. */
import type { Static } from 'typebox';
import { eventKinds } from './event-kinds.ts';
import { known, named } from './named.ts';
import type { Route } from './route.ts';
import {
  AnyObject,
  API,
  Count,
  closed,
  From,
  filter,
  Id,
  namedWorkspace,
  nullable,
  Person,
  Text,
  Timestamp,
  To,
  wrapped,
} from './shapes.ts';
import { Type } from './type.ts';

/** Entries per page at most. */
export const AUDIT_PAGE = 200;

/** What happened, such as `post.scheduled`. */
export const EventKind = named(
  'EventKind',
  known(Object.keys(eventKinds), {
    description: 'What happened. A later release may have more kinds.',
  }),
);

export const AuditEntry = named(
  'AuditEntry',
  closed({
    seq: {
      ...Id,
      description: 'The number of the event in its workspace: 1, 2, 3 … without gaps.',
    },
    kind: EventKind,
    at: Timestamp,
    user: { ...nullable(Person), description: 'Who acted. Null: the service itself.' },
    post_id: nullable(Id),
    target_id: nullable(Id),
    channel_id: nullable(Id),
    data: AnyObject,
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of this event and the hash of the event before it.',
    }),
  }),
);

export type AuditEntry = Static<typeof AuditEntry>;

const filters = {
  kind: filter({ ...Text({ minLength: 1, maxLength: 100 }), description: 'Only events of this kind.' }),
  user_id: filter({ ...Id, description: 'Only events that this person caused.' }),
  post_id: filter({ ...Id, description: 'Only events of this post.' }),
  from: filter(From),
  to: filter(To),
};

export const eventRoutes = {
  listAudit: {
    method: 'GET',
    path: `${API}/audit`,
    summary: 'List the audit log, newest first',
    description: 'Pass `next_cursor` as `cursor` to get the next page. It is null on the last page.',
    permission: 'audit.read',
    query: closed({
      ...filters,
      cursor: Type.Optional({ ...Id, description: 'The `next_cursor` of the previous page.' }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: AUDIT_PAGE, description: 'Default: 50.' })),
    }),
    status: 200,
    output: closed({ data: Type.Array(AuditEntry), next_cursor: nullable(Id) }),
    errors: [],
  },
  exportAudit: {
    method: 'GET',
    path: `${API}/audit/export`,
    summary: 'Download the audit log as JSON ({"data": […]}, one entry per line) or CSV, oldest first',
    description: 'In CSV, text that a spreadsheet would read as a formula begins with an apostrophe.',
    permission: 'audit.read',
    query: closed({
      ...namedWorkspace,
      ...filters,
      format: Type.Optional(Type.Enum(['json', 'csv'], { description: 'Default: json.' })),
    }),
    status: 200,
    output: 'file',
    content: { 'application/json': wrapped(Type.Array(AuditEntry)), 'text/csv': Type.String() },
    errors: [],
  },
  streamEvents: {
    method: 'GET',
    path: `${API}/stream`,
    summary: 'Stream audit log entries as server-sent events while they happen',
    description:
      'Each event has `seq` as its `id` and an entry of the audit log as its `data`. You get only entries that you may read. An event without `data` only moves your position. A comment is sent every 25 seconds. The stream ends when the API key or session ends.',
    permission: 'post.read',
    query: closed({
      ...namedWorkspace,
      after: Type.Optional({
        ...Count,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'Start after this `seq`. The header Last-Event-ID overrides it. Without both, only new events are sent.',
      }),
      follow: Type.Optional(
        Type.Boolean({
          description: 'False: the stream ends after the events that exist now. Default: true.',
        }),
      ),
      notices: Type.Optional(
        Type.Boolean({
          description:
            'True: the stream also has events named `notice`, with the ids of your notices that are new or have grown: `{"ids":[7]}`. They have no `id` and are never repeated: after you connect, or if `ids` is empty, read `GET /api/v1/notices`. Default: false.',
        }),
      ),
    }),
    status: 200,
    output: 'file',
    content: { 'text/event-stream': AuditEntry },
    resumable: true,
    errors: [],
  },
} as const satisfies Record<string, Route>;
