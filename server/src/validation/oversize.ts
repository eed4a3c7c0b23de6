/**
 * Finds texts, lists and objects that are too large for a schema, before Ajv applies the schema. Ajv checks every entry
 * also of a list that is far too long, and matches patterns against texts of any length.
 */

/** Has the shape of Ajv's errors. */
export interface Oversize {
  keyword: 'maxLength' | 'maxItems' | 'maxProperties' | 'additionalProperties';
  instancePath: string;
  schemaPath: string;
  params: { limit: number } | { additionalProperty: string };
}

interface Shape {
  anyOf?: Shape[];
  oneOf?: Shape[];
  maxLength?: number;
  maxItems?: number;
  items?: Shape;
  maxProperties?: number;
  properties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
}

/** Returns at most `max` errors. If there are none, the schema limits Ajv's work. */
export function findOversized(schema: object, value: unknown, max: number): Oversize[] {
  return findIn(schema, value, '', max);
}

function findIn(shape: Shape, value: unknown, at: string, max: number): Oversize[] {
  const branches = shape.anyOf ?? shape.oneOf;
  if (branches) return collect(max, branches, (branch, left) => findIn(branch, value, at, left));
  if (typeof value === 'string') return findInText(shape, value, at);
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? findInList(shape, value, at, max) : findInFields(shape, value, at, max);
}

function findInText({ maxLength = Infinity }: Shape, text: string, at: string): Oversize[] {
  // A character has one or two UTF-16 units. Ajv counts the characters of texts that may fit.
  return text.length > 2 * maxLength ? [overLimit('maxLength', at, maxLength)] : [];
}

function findInList({ maxItems = Infinity, items }: Shape, list: unknown[], at: string, max: number) {
  if (list.length > maxItems) return [overLimit('maxItems', at, maxItems)];
  if (items === undefined) return [];
  return collect(max, list.entries(), ([index, item], left) => findIn(items, item, `${at}/${index}`, left));
}

function findInFields(shape: Shape, fields: object, at: string, max: number): Oversize[] {
  const { properties = {}, additionalProperties: others = true, maxProperties = Infinity } = shape;
  const names = Object.keys(fields);
  if (names.length > maxProperties) return [overLimit('maxProperties', at, maxProperties)];
  const unknown = others === false ? names.filter((name) => !Object.hasOwn(properties, name)) : [];
  if (unknown.length > max) return unknown.slice(0, max).map((name) => unknownField(at, name));
  return collect(max, Object.entries(fields), ([name, field], left) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : others;
    return typeof inner === 'object' ? findIn(inner, field, `${at}/${name}`, left) : [];
  });
}

/** Stops at `max` errors. */
function collect<T>(max: number, all: Iterable<T>, find: (each: T, left: number) => Oversize[]): Oversize[] {
  const found: Oversize[] = [];
  for (const each of all) {
    found.push(...find(each, max - found.length));
    if (found.length >= max) break;
  }
  return found;
}

function overLimit(
  keyword: 'maxLength' | 'maxItems' | 'maxProperties',
  instancePath: string,
  limit: number,
): Oversize {
  return { keyword, instancePath, schemaPath: '', params: { limit } };
}

function unknownField(instancePath: string, name: string): Oversize {
  return {
    keyword: 'additionalProperties',
    instancePath,
    schemaPath: '',
    params: { additionalProperty: name },
  };
}
