/** Tells people 14, 7 and 1 days before a network will require a new sign-in. */
import type { Context } from '../base/context.ts';
import { recordEvent } from '../events/index.ts';
import { listEndingSoon } from './store.ts';

/** Channels per transaction. */
const BATCH_SIZE = 100;

/** Records an event for each channel. Those of channels that share a sign-in become one notice. */
export async function remindOfSignIns({ db }: Pick<Context, 'db'>): Promise<void> {
  for (let batch = BATCH_SIZE; batch === BATCH_SIZE; ) {
    batch = await db.transaction(async (tx) => {
      const soon = await listEndingSoon(tx, BATCH_SIZE);
      for (const { id, workspace_id: workspaceId, reconnect_by, login_id } of soon) {
        const data = { reconnect_by, ...(login_id !== null && { login_id }) };
        await recordEvent(tx, 'channel.reconnect_soon', { workspaceId, userId: null, channelId: id, data });
      }
      return soon.length;
    });
  }
}
