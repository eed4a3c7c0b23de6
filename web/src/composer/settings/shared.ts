/** Which channels share a row of settings, where all channels of a post are shown. */
import type { JsonSchema } from '@belfry/networks/core/json.ts';
import type { Checked } from '../checking.ts';
import { targetOf, type Writing } from '../writing.ts';
import { listSettings } from './schema.ts';

export type Sharing = readonly [Checked, ...Checked[]];

/** Those of one network whose settings and files are the same, in the order of the first of each. */
export function listSharing(checked: readonly Checked[], writing: Writing): Sharing[] {
  const groups = Map.groupBy(checked, (one) => keyOf(one, writing));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others]],
  );
}

function keyOf({ channel, rules }: Checked, writing: Writing): string {
  const schema = rules?.settings;
  if (schema === undefined || isOfAccount(schema)) return String(channel.id);
  const { settings = {}, mediaIds = null } = targetOf(writing, channel.id) ?? {};
  const names = [...listSettings(schema).map(([name]) => name), 'cover_at_ms'];
  return JSON.stringify([channel.platform, mediaIds, names.map((name) => settings[name] ?? null)]);
}

const known = new WeakMap<JsonSchema, boolean>();

/** Boards are those of one account, and what somebody agrees to they agree to for each. */
function isOfAccount(schema: JsonSchema): boolean {
  const found = known.get(schema) ?? /"x-belfry":"(options|search|consent)"/.test(JSON.stringify(schema));
  known.set(schema, found);
  return found;
}
