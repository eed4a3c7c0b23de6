/**
 * Finds the files that the settings of a target name: integers with `"x-belfry": "media"` in the network's schema. Safe
 * for the browser.
 */
import type { JsonObject, JsonSchema } from './json.ts';

/** `field` is the path in the settings, such as `thread.0.media_ids.1`. */
export interface NamedFile {
  field: string;
  id: number;
}

/** Where a schema names files. Undefined for the parts of a schema that name none. */
interface Place {
  isFile: boolean;
  properties: ReadonlyMap<string, Place>;
  items: Place | undefined;
}

/** As deep as settings may be. */
const maxDepth = 20;

const places = new WeakMap<JsonSchema, { place: Place | undefined }>();

/** In order, with repetitions. Settings may be an unchecked draft, of which other values are ignored. */
export function listNamedFiles(schema: JsonSchema, settings: JsonObject): NamedFile[] {
  const known = places.get(schema) ?? { place: findPlace(schema, 0) };
  places.set(schema, known);
  return known.place === undefined ? [] : [...walk(known.place, settings, '')];
}

/** Reads each schema once. Throws for a schema that names files where {@link walk} would not look. */
function findPlace(schema: JsonSchema, depth: number): Place | undefined {
  if (depth > maxDepth) return undefined;
  const within = (inner: unknown) => (isSchema(inner) ? findPlace(inner, depth + 1) : undefined);
  const { properties, items, anyOf, oneOf, allOf, ...own } = schema;
  const named = Object.entries(isSchema(properties) ? properties : {}).flatMap(
    ([name, inner]): [string, Place][] => {
      const place = within(inner);
      return place === undefined ? [] : [[name, place]];
    },
  );
  const { 'x-belfry': keyword, ...others } = own;
  if (/"x-belfry":"media"/.test(JSON.stringify(others))) {
    throw new Error('Files may be named only below properties, items, anyOf, oneOf and allOf.');
  }
  const branches = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list.map(within) : []));
  return join([
    { isFile: keyword === 'media', properties: new Map(named), items: within(items) },
    ...branches,
  ]);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One place that looks wherever one of these does. Undefined if none of them names a file. */
function join(all: readonly (Place | undefined)[]): Place | undefined {
  const found = all.filter((place) => place !== undefined);
  const isFile = found.some((place) => place.isFile);
  const names = new Set(found.flatMap(({ properties }) => [...properties.keys()]));
  const properties = new Map(
    [...names].flatMap((name): [string, Place][] => {
      const place = join(found.map((each) => each.properties.get(name)));
      return place === undefined ? [] : [[name, place]];
    }),
  );
  const lists = found.flatMap(({ items }) => items ?? []);
  const items = lists.length === 0 ? undefined : join(lists);
  const isEmpty = !isFile && properties.size === 0 && items === undefined;
  return isEmpty ? undefined : { isFile, properties, items };
}

function* walk({ isFile, properties, items }: Place, value: unknown, path: string): Generator<NamedFile> {
  const below = (name: string | number) => (path === '' ? `${name}` : `${path}.${name}`);
  if (isFile && Number.isSafeInteger(value) && Number(value) > 0) yield { field: path, id: Number(value) };
  if (Array.isArray(value)) {
    if (items !== undefined) for (const [at, each] of value.entries()) yield* walk(items, each, below(at));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, place] of properties) {
      if (Object.hasOwn(value, name)) yield* walk(place, (value as JsonObject)[name], below(name));
    }
  }
}
