/** The common parts of the API's shapes: builders, ids, times, texts, and the prefixes of paths. */
import type { TProperties, TSchema } from 'typebox';
import { named } from './named.ts';
import { Type } from './type.ts';

/** The prefix of posts, channels and media. */
export const PUBLIC = '/api/public/v1';
/** The prefix of everything else. */
export const API = '/api/v1';

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
export const byId = closed({ id: Id });

/** Text that PostgreSQL and every network can store: no NUL, no lone surrogate. */
export const Text = (options: { minLength?: number; maxLength: number }) =>
  Type.String({ format: 'text', ...options });

/** {@link Text} without line breaks. */
export const Line = (options: { minLength?: number; maxLength: number }) =>
  Type.String({ format: 'line', ...options });

/** A time in answers: UTC with microseconds. */
export const Timestamp = Type.String({
  format: 'date-time',
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

/** For reads that browsers make without headers of ours: of pictures, streams and downloads. */
export const namedWorkspace = {
  workspace: Type.Optional({
    ...Id,
    description: 'Like `X-Workspace`, for requests that cannot send a header. The header overrides it.',
  }),
};

export const Count = Type.Integer({ minimum: 0 });
/** Where a browser goes after a sign-in elsewhere. */
export const ReturnTo = {
  ...Text({ maxLength: 500 }),
  description: 'The path of this installation to open afterwards. Anything else counts as `/`.',
};

export const AnyObject = Type.Object({}, { additionalProperties: true });

/** Any JSON value within limits. `plain` is our own keyword: it limits depth, number of values and length of texts. */
export const Plain = Type.Unsafe<unknown>({ plain: true });

/** Limits only size and text. Each network's own schema checks the shape. */
export const Settings = Type.Object({}, { additionalProperties: true, plain: true });

export const Person = named('Person', closed({ id: Id, name: Type.String() }));

/** A user whom this request created or signed in. */
export const User = named('User', closed({ id: Id, name: Type.String(), email: Type.String() }));

export const PostingTimes = Type.Array(
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', maxLength: 5 }),
  {
    maxItems: 96,
    uniqueItems: true,
    description: 'Times of day in the workspace’s time zone.',
  },
);
