/** Tells that events of some workspaces were sealed; one connection of the process listens. */
import type { Database } from '../../db/database.ts';
import { SEALED_CHANNEL } from '../lookup.ts';

export interface Bell {
  /** From its end on nothing is missed. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** `ring` gets the ids of the workspaces; undefined: it may be any. */
export function openBell(
  db: Pick<Database, 'listen'>,
  ring: (workspaceIds: ReadonlySet<number> | undefined) => void,
): Bell {
  let listening: Promise<{ close(): Promise<void> }> | undefined;
  const hear = (payload: string) =>
    ring(payload === '' ? undefined : new Set(payload.split(',').map(Number)));
  return {
    async listen() {
      listening ??= db.listen(SEALED_CHANNEL, hear).catch((error: unknown) => {
        listening = undefined;
        throw error;
      });
      await listening;
    },
    close: async () => (await listening?.catch(() => undefined))?.close(),
  };
}
