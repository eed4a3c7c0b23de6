import type { XStatic } from 'typebox/schema';
import { isStatedId } from './stated.ts';

/** Anything that survives `JSON.parse(JSON.stringify(value))`. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/**
 * A JSON Schema (draft 2020-12 subset understood by Ajv), kept as plain data so that it can be shown to users. Each
 * `title` has an `x-code` beside it: its stable name, for translations.
 */
export type JsonSchema = { readonly [key: string]: unknown };

/** The values that a schema accepts. The schema is a constant, declared `as const satisfies JsonSchema`. */
export type ValueOf<Schema extends JsonSchema> = XStatic<Schema>;

/** Reads a property of untrusted JSON; undefined if it is absent. */
export function field(value: unknown, ...path: (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string | number, unknown>)[key];
  }
  return current;
}

/** The property as an id that can be stored and sent again; otherwise undefined. */
export function idField(value: unknown, ...path: (string | number)[]): string | undefined {
  const found = textField(value, ...path);
  return found !== undefined && isStatedId(found) ? found : undefined;
}

/** The property as a non-empty string; otherwise undefined. */
export function textField(value: unknown, ...path: (string | number)[]): string | undefined {
  const found = field(value, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** The property as a list; empty if it is anything else. */
export function listField(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = field(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The property as an id of digits, which is safe in a path; otherwise undefined. */
export function digitsField(value: unknown, ...path: (string | number)[]): string | undefined {
  const found = textField(value, ...path);
  return found !== undefined && /^\d{1,30}$/.test(found) ? found : undefined;
}
