/** Notifies the streams of what other processes did. The process listens on one connection for each channel. */
import type { Database } from '../db/database.ts';

export interface Listener {
  /** When it has resolved, everything later is notified. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** As {@link Database.listen}, from the first call of `listen` on. */
export function openListener(
  db: Pick<Database, 'listen'>,
  channel: string,
  onNotification: (payload: string) => void,
): Listener {
  let listening: Promise<{ close(): Promise<void> }> | undefined;
  return {
    async listen() {
      listening ??= db.listen(channel, onNotification).catch((error: unknown) => {
        listening = undefined;
        throw error;
      });
      await listening;
    },
    close: async () => (await listening?.catch(() => undefined))?.close(),
  };
}
