import { Type as TypeBox } from 'typebox';
import { expect, test } from 'vitest';
import { Type } from './type.ts';

type Builder = typeof Type;

test.each<[keyof Builder, (type: Builder) => object]>([
  ['String', (type) => type.String({ minLength: 1 })],
  ['Boolean', (type) => type.Boolean()],
  ['Integer', (type) => type.Integer({ minimum: 1 })],
  ['Number', (type) => type.Number({ description: 'a' })],
  ['Null', (type) => type.Null()],
  ['Unknown', (type) => type.Unknown({ description: 'a' })],
  ['Unsafe', (type) => type.Unsafe({ type: 'string', format: 'moment' })],
  ['Literal', (type) => type.Literal('a', { description: 'b' })],
  ['Enum', (type) => type.Enum(['a', 'b'], { description: 'c' })],
  ['Union', (type) => type.Union([type.Null(), type.String()], { description: 'a' })],
  ['Array', (type) => type.Array(type.String(), { maxItems: 2 })],
  ['Record', (type) => type.Record(type.String(), type.Null(), { maxProperties: 1 })],
  ['Object', (type) => type.Object({ a: type.Null() }, { additionalProperties: false })],
  ['Optional', (type) => type.Object({ a: type.Optional(type.Null()), b: type.Null() })],
  ['Optional', (type) => type.Object({ a: type.Optional(type.Null()) })],
  ['Object', (type) => type.Object({})],
])('%s builds the same schema as TypeBox', (_, build) => {
  const [ours, theirs] = [build(Type), build(TypeBox as unknown as Builder)];
  expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
});
