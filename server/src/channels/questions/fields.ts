/** Finds the settings whose values the network lists or finds. */
import type { JsonSchema } from '@belfry/networks/core/json.ts';

/** Whether the setting at this path, such as `poll.0.board`, has `"x-belfry": "options"` or `"search"` in the schema. */
export function hasOptions(settings: JsonSchema, path: string): boolean {
  let schema: unknown = settings;
  for (const name of path.split('.')) {
    schema = /^\d+$/.test(name) ? ownOf(schema, 'items') : ownOf(ownOf(schema, 'properties'), name);
  }
  const keyword = ownOf(schema, 'x-belfry');
  return keyword === 'options' || keyword === 'search';
}

function ownOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
