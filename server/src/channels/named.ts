/** Checks the channels that a request names: each must be in the workspace, and the caller must have access to it. */
import { type Detail, detail } from '@belfry/contract/details.ts';
import { type Caller, canAccessChannel } from '../access/roles.ts';
import { invalid } from '../base/problem.ts';
import type { Db } from '../db/database.ts';
import { type ChannelRow, readChannels } from './store.ts';

/** Why a post does not go out on a channel that a person removed, and what to do. */
export const describeRemoved = (username: string): string =>
  `The channel @${username} was removed. Connect it again, or remove it from the post.`;

/** The channels of a request, each with its field path. */
type Named = readonly (readonly [path: string, id: number])[];

export function nameAll(field: string, ids: readonly number[]): Named {
  return ids.map((id, at) => [`${field}.${at}`, id]);
}

/** A detail for each channel that is missing. `rows` may contain removed channels. */
export function findMissing(
  who: Pick<Caller, 'channelIds'>,
  rows: Iterable<Pick<ChannelRow, 'id' | 'deleted_at'>>,
  named: Named,
): Detail[] {
  const there = new Set([...rows].filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id));
  const missing = named.filter(([, id]) => !there.has(id) || !canAccessChannel(who, id));
  return missing.map(([path, id]) => detail(path, 'unknown_channel', { channel_id: id }));
}

/** Returns the channels in the order of `named`. Throws 422 with a sentence for each that is missing. */
export async function requireChannels(
  db: Db,
  who: Pick<Caller, 'workspaceId' | 'channelIds'>,
  named: Named,
): Promise<ChannelRow[]> {
  const ids = named.map(([, id]) => id);
  const rows = await readChannels(db, who.workspaceId, ids);
  const missing = findMissing(who, rows, named);
  if (missing.length > 0) throw invalid(missing);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
