/** The shapes of the API. They type the service's answers, and tests check each answer against them. */
import type { Static, TProperties, TSchema } from 'typebox';
import { Type } from './type.ts';

/** An object without further fields. A request with an unknown field is refused; an answer with one is a defect. */
export function closed<const T extends TProperties>(properties: T, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export function nullable<const T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A query parameter that filters a list. A parameter without a value has no effect. */
export function filter<const T extends TSchema>(schema: T) {
  return Type.Optional({ ...schema, filter: true } as T);
}

/** `{"data": …}` */
export function wrapped<const T extends TSchema>(schema: T) {
  return closed({ data: schema });
}

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** Text that PostgreSQL and every network can store: no NUL, no lone surrogate. */
export const Text = (options: { minLength?: number; maxLength: number }) =>
  Type.String({ format: 'text', ...options });
/** {@link Text} without line breaks. */
export const Line = (options: { minLength?: number; maxLength: number }) =>
  Type.String({ format: 'line', ...options });
/** A time in answers: UTC with microseconds. */
export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$',
  examples: ['2026-11-21T09:00:00.000000Z'],
});
/** In characters. ISO 8601 does not limit the digits of a fraction. */
export const MAX_MOMENT_LENGTH = 256;
/** A time in requests: ISO 8601 with any offset. Without an offset it is UTC. */
export const MomentIn = Type.String({
  format: 'moment',
  maxLength: MAX_MOMENT_LENGTH,
  examples: ['2026-11-21T10:00:00+01:00'],
});
const momentOrDay = {
  format: 'moment-or-day',
  maxLength: MAX_MOMENT_LENGTH,
  examples: ['2026-11-21', '2026-11-21T10:00:00Z'],
};
/** {@link MomentIn}, or a day alone. */
export const From = Type.String({
  ...momentOrDay,
  description: 'This time or later. A day alone means the start of that day in UTC.',
});
export const To = Type.String({
  ...momentOrDay,
  description: 'This time or earlier. A day alone means the end of that day in UTC.',
});
export const Count = Type.Integer({ minimum: 0 });
export const AnyObject = Type.Object({}, { additionalProperties: true });
/** Any JSON value within limits. `plain` is our own keyword: it limits depth, number of values and length of texts. */
export const Plain = Type.Unsafe<unknown>({ plain: true });
/** Only size and text are checked here. The shape is checked by each network's own schema. */
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

export const PostingTimes = Type.Array(
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', maxLength: 5 }),
  {
    maxItems: 96,
    uniqueItems: true,
    description: 'Times of day in the workspace’s time zone.',
  },
);

export const Channel = closed({
  id: Id,
  platform: Type.String(),
  name: Type.String(),
  username: Type.String(),
  avatar_url: nullable(Type.String()),
  needs_reconnect: Type.Boolean({
    description: 'True: a person must sign in to the network again. Posts for this channel wait until then.',
  }),
  posting_times: PostingTimes,
  reconnect_by: {
    ...nullable(Timestamp),
    description: 'When the network will want the next sign-in. Null: it has not announced one.',
  },
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
  retryable: Type.Boolean({ description: 'Whether sending the same content again can help.' }),
  network_code: Type.Optional(Type.String()),
  details: Type.Optional(AnyObject),
});

export const Target = closed({
  id: Id,
  channel_id: Id,
  status: Type.Enum(targetStatuses),
  content: { ...nullable(Type.String()), description: 'The channel’s own text. Null: the post’s `content`.' },
  settings: AnyObject,
  error: nullable(TargetError),
  warnings: Type.Array(Type.String(), { description: 'Problems that are not failures, as sentences.' }),
  external_url: nullable(Type.String()),
  channel: Channel,
});

export const Review = closed({
  decision: Type.Enum(['approved', 'rejected']),
  comment: nullable(Type.String()),
  reviewer: Person,
  version: Type.Integer({
    minimum: 1,
    description:
      'The version of the post that the decision is about: the number in its ETag before the decision.',
  }),
  created_at: Timestamp,
});

export const Post = closed({
  id: Id,
  content: Type.String(),
  status: PostStatus,
  scheduled_at: nullable(Timestamp),
  planned_at: {
    ...nullable(Timestamp),
    description: 'The planned time. Once published, `scheduled_at` is the time of publishing.',
  },
  created_at: Timestamp,
  updated_at: Timestamp,
  author: Person,
  latest_review: nullable(Review),
  publishes_on_approval: Type.Boolean({
    description:
      'True: the post waits for approval and its time has passed. Approving it publishes it at once.',
  }),
  media: Type.Array(Media),
  targets: Type.Array(Target),
});

/** Accepted with any value and ignored, so that a client can send back the answer of GET. */
const Ignored = Type.Optional(
  Type.Unknown({ readOnly: true, description: 'Ignored in requests. Only answers have it.' }),
);

export const TargetIn = closed({
  channel_id: Id,
  content: Type.Optional(nullable(Text({ maxLength: 10_000 }))),
  // PHP and other languages encode an empty object as an empty list.
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
  scheduled_at: Type.Optional({
    ...nullable(MomentIn),
    description: 'Required to schedule, unless `queue` is true. A time in the past publishes now.',
  }),
  queue: Type.Optional(
    Type.Boolean({ description: 'True: publish at the next free slot, in place of `scheduled_at`.' }),
  ),
  content: Type.Optional(nullable(Text({ maxLength: 10_000 }))),
  targets: Type.Optional(nullable(Type.Array(TargetIn, { maxItems: 100 }))),
  media_ids: Type.Optional(nullable(Type.Array(Id, { maxItems: 20, uniqueItems: true }))),
  confirm_resend: Type.Optional({
    ...nullable(Type.Array(Id, { maxItems: 100 })),
    description: 'Ids of targets to send again although they may already be live.',
  }),
  id: Ignored,
  planned_at: Ignored,
  created_at: Ignored,
  updated_at: Ignored,
  author: Ignored,
  latest_review: Ignored,
  publishes_on_approval: Ignored,
  media: Type.Optional(
    Type.Unknown({
      readOnly: true,
      description: 'Ignored in requests, but must be empty unless media_ids is sent.',
    }),
  ),
});

export const Violation = closed({
  channel_id: Id,
  platform: Type.String(),
  target: { ...Count, description: 'Index in the `targets` of the request.' },
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
