/** Finds the values of secret properties where they must not be. */
import { field, type JsonObject } from '../core/json.ts';
import type { Network } from '../core/network.ts';

/** The values of the properties of a grant, and of the app's keys, that the schemas mark as secret. */
export function secretsOf({ grant, app }: Network, values: JsonObject, keys: JsonObject = {}): string[] {
  return [...valuesOf(grant, values), ...(app === undefined ? [] : valuesOf(app.keys, keys))];
}

export function isSecret(schema: unknown): boolean {
  return field(schema, 'writeOnly') === true || field(schema, 'format') === 'password';
}

function valuesOf(schema: unknown, value: unknown): string[] {
  if (isSecret(schema)) return textsIn(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    valuesOf(field(schema, 'properties', name) ?? field(schema, 'items'), inner),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The names of the places that contain one of the secrets. */
export function findLeaks(secrets: Iterable<string>, places: Record<string, unknown>): string[] {
  const written = [...secrets].flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return Object.entries(places).flatMap(([place, content]) => {
    const text = JSON.stringify(content) ?? '';
    return written.some((secret) => text.includes(secret)) ? [place] : [];
  });
}
