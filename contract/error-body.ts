/** The body of every error. */
import type { Static } from 'typebox';
import { AnyObject, Count, closed, Id } from './shapes.ts';
import { Type } from './type.ts';

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

export type Violation = Static<typeof Violation>;

export const ErrorBody = closed({
  message: Type.String(),
  code: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  violations: Type.Optional(Type.Array(Violation)),
  details: Type.Optional(AnyObject),
  request_id: Type.String(),
});

export type ErrorBody = Static<typeof ErrorBody>;
