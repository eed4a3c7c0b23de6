/**
 * Marks of schemas that only the OpenAPI document reads: names of shapes, and texts with known values. They are symbols,
 * so copies of a schema keep them, and validators do not see them.
 */
import type { TSchema } from 'typebox';
import { Type } from './type.ts';

const NAME = Symbol('name');
const KNOWN = Symbol('known values');

interface Marks {
  [NAME]?: { name: string; schema: object };
  [KNOWN]?: readonly string[];
}

/** A schema that appears once in the OpenAPI document, under this name. */
export function named<const T extends TSchema>(name: string, schema: T): T {
  return { ...schema, [NAME]: { name, schema } };
}

/** The name, and the schema that was given it: `schema` itself or its original. Undefined for a schema without a name. */
export function nameOf(schema: object): { name: string; schema: object } | undefined {
  return (schema as Marks)[NAME];
}

/** A text in answers that has one of these values today. A later release may add values. */
export function known<const Value extends string>(values: readonly Value[], options: object = {}) {
  return Type.Unsafe<Value>({ type: 'string', ...options, [KNOWN]: values } as object);
}

/** The known values of a text; undefined for all other schemas. */
export function knownValues(schema: object): readonly string[] | undefined {
  return (schema as Marks)[KNOWN];
}
