/** The shapes of the API. What the service answers is typed by them, and checked against them in the tests. */
import type { Static, TProperties, TSchema } from 'typebox';
import { Type } from './type.ts';

/** Objects are closed: an unknown key is refused on the way in, and would be a defect on the way out. */
export function closed<const T extends TProperties>(properties: T, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export function nullable<const T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A field of a query that narrows a list. Sent without a value, it narrows nothing. */
export function filter<const T extends TSchema>(schema: T) {
  return Type.Optional({ ...schema, filter: true } as T);
}

/** `{"data": …}` */
export function wrapped<const T extends TSchema>(schema: T) {
  return closed({ data: schema });
}

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** Text that PostgreSQL and every network can hold: no NUL, no lone surrogate. */
export const Text = (options: { minLength?: number; maxLength: number }) =>
  Type.String({ format: 'text', ...options });
/** As {@link Text}, on one line. */
export const Line = (options: { minLength?: number; maxLength: number }) =>
  Type.String({ format: 'line', ...options });
/** As answered: UTC with microseconds. */
export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$',
  examples: ['2026-11-21T09:00:00.000000Z'],
});
/** Characters: a fraction may be as long as this leaves room for. */
export const LONGEST_MOMENT = 256;
/** As taken: ISO 8601 with any offset; without one it is read as UTC. */
export const MomentIn = Type.String({
  format: 'moment',
  maxLength: LONGEST_MOMENT,
  examples: ['2026-11-21T10:00:00+01:00'],
});
const momentOrDay = {
  format: 'moment-or-day',
  maxLength: LONGEST_MOMENT,
  examples: ['2026-11-21', '2026-11-21T10:00:00Z'],
};
/** As {@link MomentIn}, of which the day alone is enough. */
export const From = Type.String({
  ...momentOrDay,
  description: 'This time or later. A day alone is its start in UTC.',
});
export const To = Type.String({
  ...momentOrDay,
  description: 'This time or earlier. A day alone is its end in UTC.',
});
export const Count = Type.Integer({ minimum: 0 });
export const AnyObject = Type.Object({}, { additionalProperties: true });
/** Bounds what has no shape of ours. `plain` is a keyword of our own: depth, number of values, length of each text. */
export const Plain = Type.Unsafe<unknown>({ plain: true });
/** Checked for size and text, not for shape: each network's own schema does that. */
export const Settings = Type.Object({}, { additionalProperties: true, plain: true });

export const postStatuses = [
  'draft',
  'pending_approval',
  'scheduled',
  'publishing',
  'published',
  'failed',
] as const;
export const targetStatuses = ['pending', 'publishing', 'published', 'failed'] as const;
export const targetErrorCodes = [
  'rejected',
  'network_unavailable',
  'media_unusable',
  'processing_timeout',
  'missed',
  'channel_disconnected',
  'attempt_crashed',
  'adapter_error',
  'not_approved',
  'outcome_unknown',
] as const;

export const PostStatus = Type.Enum(postStatuses);
export const Person = closed({ id: Id, name: Type.String() });

/** Times of day, in the workspace's time zone. */
export const PostingTimes = Type.Array(
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', maxLength: 5 }),
  {
    maxItems: 96,
    uniqueItems: true,
  },
);

export const Channel = closed({
  id: Id,
  platform: Type.String(),
  name: Type.String(),
  username: Type.String(),
  avatar_url: nullable(Type.String()),
  needs_reconnect: Type.Boolean(),
  posting_times: PostingTimes,
  reconnect_by: nullable(Timestamp),
  created_at: Timestamp,
});

export const Media = closed({
  id: Id,
  name: Type.String(),
  mime_type: Type.String(),
  kind: Type.Enum(['image', 'video']),
  size: Count,
  width: nullable(Count),
  height: nullable(Count),
  duration: nullable(Count),
  alt_text: nullable(Type.String()),
  url: Type.String({ pattern: '^/api/v1/media/\\d+/file$' }),
  created_at: Timestamp,
});

export const TargetError = closed({
  code: Type.Enum(targetErrorCodes),
  message: Type.String(),
  retryable: Type.Boolean(),
  network_code: Type.Optional(Type.String()),
  details: Type.Optional(AnyObject),
});

export const Target = closed({
  id: Id,
  channel_id: Id,
  status: Type.Enum(targetStatuses),
  content: nullable(Type.String()),
  settings: AnyObject,
  error: nullable(TargetError),
  warnings: Type.Array(Type.String()),
  external_url: nullable(Type.String()),
  channel: Channel,
});

export const Review = closed({
  decision: Type.Enum(['approved', 'rejected']),
  comment: nullable(Type.String()),
  reviewer: Person,
  version: Type.Integer({
    minimum: 1,
    description: 'Of the post that was decided: the number in its ETag before the decision.',
  }),
  created_at: Timestamp,
});

export const Post = closed({
  id: Id,
  content: Type.String(),
  status: PostStatus,
  scheduled_at: nullable(Timestamp),
  planned_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
  author: Person,
  latest_review: nullable(Review),
  publishes_on_approval: Type.Boolean({
    description: 'It waits for approval and its time has passed: an approval publishes it at once.',
  }),
  media: Type.Array(Media),
  targets: Type.Array(Target),
});

/** Taken, so that what GET answers can be sent back, and never read: it may say anything. */
const Ignored = Type.Optional(Type.Unknown({ readOnly: true, description: 'Ignored: only answers say it.' }));

export const TargetIn = closed({
  channel_id: Id,
  content: Type.Optional(nullable(Text({ maxLength: 10_000 }))),
  // Some languages have one empty value for objects and lists.
  settings: Type.Optional(Type.Union([Settings, Type.Null(), Type.Array(Type.Unknown(), { maxItems: 0 })])),
  id: Ignored,
  status: Ignored,
  error: Ignored,
  warnings: Ignored,
  external_url: Ignored,
  channel: Ignored,
});

export const PostIn = closed({
  status: Type.Enum(['draft', 'scheduled']),
  scheduled_at: Type.Optional(nullable(MomentIn)),
  queue: Type.Optional(Type.Boolean({ description: 'Takes the next free slot in place of scheduled_at.' })),
  content: Type.Optional(nullable(Text({ maxLength: 10_000 }))),
  targets: Type.Optional(nullable(Type.Array(TargetIn, { maxItems: 100 }))),
  media_ids: Type.Optional(nullable(Type.Array(Id, { maxItems: 20, uniqueItems: true }))),
  confirm_resend: Type.Optional(nullable(Type.Array(Id, { maxItems: 100 }))),
  id: Ignored,
  planned_at: Ignored,
  created_at: Ignored,
  updated_at: Ignored,
  author: Ignored,
  latest_review: Ignored,
  publishes_on_approval: Ignored,
  media: Type.Optional(
    Type.Unknown({ readOnly: true, description: 'Ignored, but must be empty unless media_ids is sent.' }),
  ),
});

export const Violation = closed({
  channel_id: Id,
  platform: Type.String(),
  target: Count,
  field: Type.String(),
  rule: Type.String(),
  measured: Type.Union([Type.Number(), Type.String()]),
  limit: Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Array(Type.String())]),
  unit: Type.String(),
  message: Type.String(),
});

export const ErrorBody = closed({
  message: Type.String(),
  code: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  violations: Type.Optional(Type.Array(Violation)),
  details: Type.Optional(AnyObject),
  request_id: Type.String(),
});

export const TimelineEvent = closed({
  id: Id,
  kind: Type.String({ examples: ['post.scheduled', 'target.published'] }),
  at: Timestamp,
  target_id: nullable(Id),
  channel_id: nullable(Id),
  actor: nullable(Person),
  data: AnyObject,
});

export type Review = Static<typeof Review>;
export type Post = Static<typeof Post>;
export type Target = Static<typeof Target>;
export type Channel = Static<typeof Channel>;
export type Media = Static<typeof Media>;
export type PostIn = Static<typeof PostIn>;
export type Violation = Static<typeof Violation>;
export type ErrorBody = Static<typeof ErrorBody>;
export type TimelineEvent = Static<typeof TimelineEvent>;
export type PostStatus = (typeof postStatuses)[number];
export type TargetStatus = (typeof targetStatuses)[number];
export type TargetErrorCode = (typeof targetErrorCodes)[number];
