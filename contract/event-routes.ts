/** The endpoints of the event log. */
import type { Static } from 'typebox';
import type { Route } from './route.ts';
import {
  AnyObject,
  Count,
  closed,
  From,
  filter,
  Id,
  nullable,
  Person,
  Text,
  Timestamp,
  To,
} from './schemas.ts';
import { Type } from './type.ts';

/** Entries of one page at most. */
export const AUDIT_PAGE = 200;

export const AuditEntry = closed({
  seq: {
    ...Id,
    description: 'Its place in the chain of its workspace: 1, 2, 3 … without a gap.',
  },
  kind: Type.String({ examples: ['post.scheduled', 'channel.removed'] }),
  at: Timestamp,
  user: { ...nullable(Person), description: 'Who did it; null: the service.' },
  post_id: nullable(Id),
  target_id: nullable(Id),
  channel_id: nullable(Id),
  data: AnyObject,
  hash: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256, of this event and the hash before it.',
  }),
});
export type AuditEntry = Static<typeof AuditEntry>;

const filters = {
  kind: filter(Text({ minLength: 1, maxLength: 100 })),
  user_id: filter(Id),
  post_id: filter(Id),
  from: filter(From),
  to: filter(To),
};

export const eventRoutes = {
  listAudit: {
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'The audit log, the newest first',
    permission: 'audit.read',
    query: closed({
      ...filters,
      cursor: Type.Optional({ ...Id, description: 'The `next_cursor` of the page before.' }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: AUDIT_PAGE, description: '50 when left out.' }),
      ),
    }),
    status: 200,
    output: closed({ data: Type.Array(AuditEntry), next_cursor: nullable(Id) }),
    errors: [],
  },
  exportAudit: {
    method: 'GET',
    path: '/api/v1/audit/export',
    summary: 'The whole audit log, the oldest first, as JSON ({"data": […]}, an entry a line) or CSV',
    permission: 'audit.read',
    query: closed({ ...filters, format: Type.Optional(Type.Enum(['json', 'csv'])) }),
    status: 200,
    output: 'file',
    errors: [],
  },
  streamEvents: {
    method: 'GET',
    path: '/api/v1/stream',
    summary: 'Events as they happen, as server-sent events with the entries of the audit log',
    permission: 'post.read',
    query: closed({
      after: Type.Optional({
        ...Count,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'Begins after this seq; Last-Event-ID goes before it. Without either: with what happens from now on.',
      }),
      follow: Type.Optional(
        Type.Boolean({ description: 'False: ends when all that is there by now was sent.' }),
      ),
    }),
    status: 200,
    output: 'file',
    errors: [],
  },
} as const satisfies Record<string, Route>;
