/** Notifies the streams of sealed events. The process listens on one connection. */
import type { Database } from '../db/database.ts';
import { SEALED_CHANNEL } from '../events/index.ts';

export interface Listener {
  /** When it has resolved, every later event is notified. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** `onSealed` gets the ids of the workspaces; undefined: any workspace may have new events. */
export function openListener(
  db: Pick<Database, 'listen'>,
  onSealed: (workspaceIds: ReadonlySet<number> | undefined) => void,
): Listener {
  let listening: Promise<{ close(): Promise<void> }> | undefined;
  const onNotification = (payload: string) =>
    onSealed(payload === '' ? undefined : new Set(payload.split(',').map(Number)));
  return {
    async listen() {
      listening ??= db.listen(SEALED_CHANNEL, onNotification).catch((error: unknown) => {
        listening = undefined;
        throw error;
      });
      await listening;
    },
    close: async () => (await listening?.catch(() => undefined))?.close(),
  };
}
