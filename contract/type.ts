/**
 * Builds JSON Schemas with TypeBox's types, without loading TypeBox. Its 370 modules took 13 MB of memory in every
 * process and would also be loaded by browsers, and the builders that we use fit on a page.
 */
import type { Type as TypeBox } from 'typebox';

type Schema = Record<string, unknown>;

/** Optional properties. They are kept apart because JSON Schema has no mark on the property itself, only `required`. */
const optional = new WeakSet<object>();

function of(type: string) {
  return (options: Schema = {}): Schema => ({ type, ...options });
}

const builders = {
  String: of('string'),
  Boolean: of('boolean'),
  Integer: of('integer'),
  Number: of('number'),
  Null: of('null'),
  Unknown: (options: Schema = {}): Schema => ({ ...options }),
  Unsafe: (schema: Schema): Schema => ({ ...schema }),
  Literal: (value: string, options: Schema = {}): Schema => ({ type: 'string', const: value, ...options }),
  Enum: (values: readonly string[], options: Schema = {}): Schema => ({ enum: values, ...options }),
  Union: (schemas: readonly Schema[], options: Schema = {}): Schema => ({ anyOf: schemas, ...options }),
  Array: (items: Schema, options: Schema = {}): Schema => ({ type: 'array', items, ...options }),
  Record: (_keys: Schema, values: Schema, options: Schema = {}): Schema => ({
    type: 'object',
    patternProperties: { '^.*$': values },
    ...options,
  }),
  Object(properties: Record<string, Schema>, options: Schema = {}): Schema {
    const required = Object.keys(properties).filter((name) => !optional.has(properties[name] ?? {}));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
  },
  Optional(schema: Schema): Schema {
    const copy = { ...schema };
    optional.add(copy);
    return copy;
  },
};

export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;
