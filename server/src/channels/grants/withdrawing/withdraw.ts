/** Deletes the grants of a person who ended a sign-in at the network. */
import type { Network } from '@belfry/networks/core/network.ts';
import type { Tx } from '../../../db/database.ts';
import { recordEvent } from '../../../events/index.ts';
import { lockWorkspace } from '../../../workspaces/index.ts';
import { deleteGrantsOf, listGrantsOf } from './store.ts';

/**
 * In all workspaces. Marks the channels as `needs_reconnect`, and records an event for each, which become one notice in
 * each workspace. Returns the number of channels.
 */
export async function withdrawGrants(tx: Tx, person: string, networks: readonly Network[]): Promise<number> {
  const names = new Map(networks.map(({ rules }) => [rules.platform, rules.name]));
  const grants = await listGrantsOf(tx, person, [...names.keys()]);
  // The first grant stands for all that the person gave to the workspace.
  const logins = new Map(grants.toReversed().map(({ workspace_id, id }) => [workspace_id, id]));
  for (const workspaceId of new Set(grants.map(({ workspace_id }) => workspace_id)))
    await lockWorkspace(tx, workspaceId);
  const channels = await deleteGrantsOf(tx, person, grants);
  for (const { id: channelId, workspace_id: workspaceId, platform } of channels) {
    const message = `${names.get(platform)} says that the person who connected this channel ended Belfry’s access, so Belfry deleted the sign-in.`;
    const login_id = logins.get(workspaceId);
    const data = { message, ...(login_id !== undefined && { login_id }) };
    await recordEvent(tx, 'channel.needs_reconnect', { workspaceId, userId: null, channelId, data });
  }
  return channels.length;
}
