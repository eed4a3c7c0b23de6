/** Writes the contract's schemas as JSON Schemas of the OpenAPI document. Each named schema stands there once. */
import { knownValues, nameOf } from '../named.ts';

export type Plain = Record<string, unknown>;

/** Requests are closed. Answers may gain fields and values in a later release. */
export type Side = 'request' | 'answer';

/** Keywords that only the server reads. `readOnly` would make generators write each shape twice. */
const ownKeywords = new Set(['plain', 'filter', '~kind', 'readOnly']);
/** Our own formats, and the standard formats that clients know instead. */
const formats: Record<string, string | undefined> = {
  'email-address': 'email',
  'date-time': 'date-time',
};

export class Schemas {
  /** All named schemas that were written, by name. */
  readonly named: Record<string, Plain> = {};
  readonly #sides = new Map<string, Side>();

  /** Returns the schema, or a reference to it. */
  write(schema: object, side: Side): Plain {
    const original = nameOf(schema);
    if (original === undefined) return this.#writeHere(schema, side);
    const { name } = original;
    const known = this.#sides.get(name);
    if (known !== undefined && known !== side && isObject(original.schema)) {
      throw new Error(`The shape ${name} is used in requests and in answers. Give each its own name.`);
    }
    this.#sides.set(name, side);
    if (known === undefined) this.named[name] = this.#writeNamed(name, original.schema, side);
    const { description } = schema as Plain;
    const isOwn = description !== undefined && description !== (original.schema as Plain)['description'];
    return { $ref: `#/components/schemas/${name}`, ...(isOwn && { description }) };
  }

  #writeNamed(name: string, schema: object, side: Side): Plain {
    const values = knownValues(schema);
    if (values === undefined) return this.#writeHere(schema, side);
    this.named[`Known${name}`] = { type: 'string', enum: values };
    // Without the marks.
    const { type, ...rest } = Object.fromEntries(Object.entries(schema)) as Plain;
    return { ...rest, anyOf: [{ $ref: `#/components/schemas/Known${name}` }, { type }] };
  }

  #writeHere(schema: object, side: Side): Plain {
    const values = knownValues(schema);
    if (values !== undefined) return { anyOf: [{ type: 'string', enum: values }, { type: 'string' }] };
    const written = Object.entries(schema).map(([key, value]) => this.#writeKeyword(key, value, side));
    return Object.assign({}, ...written, typeOf(schema)) as Plain;
  }

  #writeKeyword(key: string, value: unknown, side: Side): Plain {
    if (ownKeywords.has(key)) return {};
    switch (key) {
      case 'properties': {
        const fields = Object.entries(value as Record<string, object>);
        return {
          properties: Object.fromEntries(fields.map(([name, each]) => [name, this.write(each, side)])),
        };
      }
      case 'items':
        return { items: this.write(value as object, side) };
      case 'anyOf':
        return { anyOf: (value as object[]).map((each) => this.write(each, side)) };
      case 'patternProperties':
        return { additionalProperties: this.write((value as Record<string, object>)['^.*$'] ?? {}, side) };
      case 'additionalProperties':
        if (typeof value === 'object') return { additionalProperties: this.write(value as object, side) };
        return value === false && side === 'answer' ? {} : { additionalProperties: value };
      case 'format':
        return formats[`${value}`] === undefined ? {} : { format: formats[`${value}`] };
      default:
        return { [key]: value };
    }
  }
}

function isObject(schema: object): boolean {
  return (schema as Plain)['type'] === 'object';
}

/** Keywords that tools expect and validators do not need. */
function typeOf(schema: object): Plain {
  const { type, enum: values, contentMediaType } = schema as Plain;
  if (contentMediaType !== undefined) return { format: 'binary' };
  return type === undefined && Array.isArray(values) ? { type: 'string' } : {};
}
