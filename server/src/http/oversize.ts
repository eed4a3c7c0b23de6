/**
 * What is too long or too many for a schema, found before the schema is applied: Ajv looks at every entry and field
 * also of a list that is far too long, and runs patterns over texts of any length.
 */

/** As Ajv reports an error. */
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

/** At most `most` findings. Where there are none, the schema bounds what Ajv does. */
export function findOversized(schema: object, value: unknown, most: number): Oversize[] {
  return look(schema, value, '', most);
}

function look(shape: Shape, value: unknown, at: string, most: number): Oversize[] {
  const branches = shape.anyOf ?? shape.oneOf;
  if (branches) return firstOf(most, branches, (branch, left) => look(branch, value, at, left));
  if (typeof value === 'string') return lookAtText(shape, value, at);
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? lookAtList(shape, value, at, most) : lookAtFields(shape, value, at, most);
}

function lookAtText({ maxLength = Infinity }: Shape, text: string, at: string): Oversize[] {
  // A character takes one or two places: what may fit is for Ajv to count.
  return text.length > 2 * maxLength ? [tooMany('maxLength', at, maxLength)] : [];
}

function lookAtList({ maxItems = Infinity, items }: Shape, list: unknown[], at: string, most: number) {
  if (list.length > maxItems) return [tooMany('maxItems', at, maxItems)];
  if (items === undefined) return [];
  return firstOf(most, list.entries(), ([index, item], left) => look(items, item, `${at}/${index}`, left));
}

function lookAtFields(shape: Shape, fields: object, at: string, most: number): Oversize[] {
  const { properties = {}, additionalProperties: others = true, maxProperties = Infinity } = shape;
  const names = Object.keys(fields);
  if (names.length > maxProperties) return [tooMany('maxProperties', at, maxProperties)];
  const unknown = others === false ? names.filter((name) => !Object.hasOwn(properties, name)) : [];
  if (unknown.length > most) return unknown.slice(0, most).map((name) => unknownField(at, name));
  return firstOf(most, Object.entries(fields), ([name, field], left) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : others;
    return typeof inner === 'object' ? look(inner, field, `${at}/${name}`, left) : [];
  });
}

/** Goes on until there are `most` findings. */
function firstOf<T>(most: number, all: Iterable<T>, find: (each: T, left: number) => Oversize[]): Oversize[] {
  const found: Oversize[] = [];
  for (const each of all) {
    found.push(...find(each, most - found.length));
    if (found.length >= most) break;
  }
  return found;
}

function tooMany(
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
