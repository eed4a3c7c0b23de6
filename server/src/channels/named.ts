/** The channels that a request names: each must be in the workspace, and within the caller's reach. */
import type { Db } from '../db/database.ts';
import { invalid } from '../problem.ts';
import type { Caller } from '../workspaces/roles.ts';
import { reaches } from '../workspaces/roles.ts';
import type { ChannelRow } from './store.ts';
import { readChannels } from './store.ts';

/** Where in the request each channel is named. */
type Named = readonly (readonly [path: string, id: number])[];

export function nameAll(field: string, ids: readonly number[]): Named {
  return ids.map((id, at) => [`${field}.${at}`, id]);
}

/** A sentence at each channel that is not there; `rows` may hold removed ones. */
export function findMissing(
  who: Pick<Caller, 'channelIds'>,
  rows: Iterable<Pick<ChannelRow, 'id' | 'deleted_at'>>,
  named: Named,
): Record<string, string[]> {
  const there = new Set([...rows].filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id));
  const missing = named.filter(([, id]) => !there.has(id) || !reaches(who, id));
  return Object.fromEntries(
    missing.map(([path, id]) => [path, [`There is no channel ${id} in this workspace.`]]),
  );
}

/** Answers them in the order in which they are named. Throws 422 with a sentence at each that is not there. */
export async function requireChannels(
  db: Db,
  who: Pick<Caller, 'workspaceId' | 'channelIds'>,
  named: Named,
): Promise<ChannelRow[]> {
  const ids = named.map(([, id]) => id);
  const rows = await readChannels(db, who.workspaceId, ids);
  const missing = findMissing(who, rows, named);
  if (Object.keys(missing).length > 0) throw invalid(missing);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
