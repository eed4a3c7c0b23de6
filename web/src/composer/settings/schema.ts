/** What a network's JSON Schema of its settings asks for, as far as the renderer knows it. Pure. */
import type { Json, JsonObject, JsonSchema } from '@belfry/networks/core/json.ts';

/** Drawn by the composer itself, beside the text or the files. */
export const drawnApart: readonly string[] = ['thread', 'format', 'first_comment'];

export type Kind =
  | 'flag'
  | 'question'
  | 'consent'
  | 'choice'
  | 'choices'
  | 'options'
  | 'search'
  | 'media'
  | 'cover'
  | 'line'
  | 'text'
  | 'number'
  | 'lines'
  | 'rows'
  | 'people'
  | 'group'
  | 'variants'
  | 'unknown';

/** What is shown before a video plays: an image of the library, or a moment of the video. */
const coverCodes: readonly string[] = ['cover', 'cover_at'];

/** A text longer than this gets a field of several lines. */
const LONG = 300;

/** Values of `x-belfry` that are kinds. */
const keywords = ['media', 'options', 'search', 'consent', 'people'] as const;

export function kindOf(schema: JsonSchema): Kind {
  const keyword = schema['x-belfry'];
  if (coverCodes.includes(String(schema['x-code']))) return 'cover';
  const kind = keywords.find((one) => one === keyword);
  if (kind !== undefined) return kind;
  if (Array.isArray(schema['enum'])) return 'choice';
  if (schema['type'] === 'boolean') return kindOfAnswer(schema);
  if (schema['type'] === 'integer' || schema['type'] === 'number') return 'number';
  if (schema['type'] === 'string') return isLong(schema) ? 'text' : 'line';
  if (schema['type'] === 'array') return kindOfList(asSchema(schema['items']));
  if (schema['type'] === 'object' && asSchema(schema['properties']) !== undefined) return 'group';
  return variantsOf(schema).length > 0 ? 'variants' : 'unknown';
}

/** Without a default, a box that is not ticked would not tell No from no answer. */
function kindOfAnswer({ default: byDefault }: JsonSchema): Kind {
  return byDefault === undefined ? 'question' : 'flag';
}

/** Addresses are long, but of one line. */
function isLong({ maxLength, pattern }: JsonSchema): boolean {
  return Number(maxLength ?? 0) > LONG && !String(pattern ?? '').startsWith('^http');
}

function kindOfList(items: JsonSchema | undefined): Kind {
  if (items === undefined) return 'unknown';
  if (items['x-belfry'] !== undefined) return 'unknown';
  if (Array.isArray(items['enum'])) return 'choices';
  if (kindOf(items) === 'group') return 'rows';
  return items['type'] === 'string' ? 'lines' : 'unknown';
}

/** Values to choose from, and groups of fields in place of one. */
export type Variant = { value: string } | { group: JsonSchema };

/** Empty unless every variant is a list of values or a group. */
export function variantsOf(schema: JsonSchema): Variant[] {
  const list = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(list)) return [];
  const variants = list.map((one: JsonSchema): Variant[] => {
    if (Array.isArray(one['enum'])) return one['enum'].map((value: unknown) => ({ value: String(value) }));
    return one['type'] === 'object' && asSchema(one['properties']) ? [{ group: one }] : [];
  });
  return variants.every((found) => found.length > 0) ? variants.flat() : [];
}

export function propertiesOf(schema: JsonSchema | undefined): [name: string, schema: JsonSchema][] {
  return Object.entries(asSchema(schema?.['properties']) ?? {}).flatMap(([name, inner]) => {
    const found = asSchema(inner);
    return found === undefined ? [] : [[name, found]];
  });
}

function asSchema(value: unknown): JsonSchema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonSchema)
    : undefined;
}

/** The settings of a network, without those that the composer draws elsewhere. Both kinds of covers are one field. */
export function listSettings(schema: JsonSchema | undefined): [name: string, schema: JsonSchema][] {
  const all = propertiesOf(schema).filter(([name]) => !drawnApart.includes(name));
  return all.filter(([name]) => name !== 'cover_at_ms' || !all.some(([other]) => other === 'cover'));
}

/** Without the field when it is empty, and nothing at all instead of an empty group. */
export function withField(
  group: Json | undefined,
  name: string,
  value: Json | undefined,
): JsonObject | undefined {
  const { [name]: _, ...others } = isObject(group) ? group : {};
  const result = value === undefined || value === '' ? others : { ...others, [name]: value };
  return Object.keys(result).length === 0 ? undefined : result;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `who_may_reply` → `Who may reply`, for what a schema does not name. */
export function titleOf(name: string, schema: JsonSchema): string {
  if (typeof schema['title'] === 'string') return schema['title'];
  const words = name.replaceAll(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
