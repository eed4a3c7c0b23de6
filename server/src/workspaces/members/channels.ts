import { readChannels } from '../../channels/lookup.ts';
import type { Db } from '../../db/database.ts';
import { invalid } from '../../problem.ts';
import type { Role } from '../roles.ts';
import { canBeLimited } from '../roles.ts';

/** Throws 422: a role that cannot be limited, or a channel that does not exist in this workspace. */
export async function requireChannels(
  db: Db,
  workspaceId: number,
  role: Role,
  channelIds: readonly number[] | null,
): Promise<void> {
  if (channelIds === null) return;
  if (!canBeLimited(role)) {
    throw invalid({ channel_ids: [`The role ${role} sees all channels: leave out channel_ids.`] });
  }
  const rows = await readChannels(db, workspaceId, channelIds);
  const known = new Set(rows.filter((row) => row.deleted_at === null).map(({ id }) => id));
  const unknown = channelIds.flatMap((id, index) =>
    known.has(id) ? [] : [[`channel_ids.${index}`, [`There is no channel ${id} in this workspace.`]]],
  );
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown) as Record<string, string[]>);
}
