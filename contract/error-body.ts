/** The body of every error. */
import type { Static } from 'typebox';
import { Detail } from './details.ts';
import { errorCodes } from './error.ts';
import { known, named } from './named.ts';
import { Platform } from './networks.ts';
import { AnyObject, Count, closed, Id } from './shapes.ts';
import { Type } from './type.ts';

const params = Type.Optional({
  ...AnyObject,
  description:
    'The values in the message that the other properties do not have. For clients that write their own sentences from `rule`.',
});

export const Violation = named(
  'Violation',
  closed({
    channel_id: Id,
    platform: Platform,
    target: { ...Count, description: 'Index in the `targets` of the request.' },
    field: Type.String(),
    rule: Type.String(),
    measured: Type.Union([Type.Number(), Type.String()]),
    limit: Type.Union([
      Type.Number(),
      Type.String(),
      Type.Boolean(),
      Type.Array(Type.Union([Type.String(), Type.Number()])),
    ]),
    unit: Type.String(),
    message: Type.String(),
    params,
  }),
);

export const Advice = named(
  'Advice',
  closed({
    channel_id: Id,
    target: { ...Count, description: 'Index in the `targets` of the request.' },
    field: Type.String(),
    rule: Type.String({ description: 'The stable name of the advice.' }),
    message: Type.String(),
    params,
  }),
);

export type Advice = Static<typeof Advice>;

export type Violation = Static<typeof Violation>;

const ErrorCode = named(
  'ErrorCode',
  known(errorCodes, { description: 'The stable code of an error. A later release may have more codes.' }),
);

export const ErrorBody = named(
  'Error',
  closed({
    message: Type.String(),
    code: ErrorCode,
    errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
    violations: Type.Optional(Type.Array(Violation)),
    details: Type.Optional({
      ...Type.Union([Type.Array(Detail), AnyObject]),
      description:
        'With the code `invalid`, what is wrong with each field. With `limits_exceeded`, what is wrong with each setting. Other codes have an object.',
    }),
    request_id: Type.String(),
  }),
);

export type ErrorBody = Static<typeof ErrorBody>;
