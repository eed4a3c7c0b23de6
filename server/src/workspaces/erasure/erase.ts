/** Erases the workspaces that were deleted: in batches, each whole or not at all, in any number of processes. */
import type { Context } from '../../context.ts';
import { withoutTimeout } from '../../db/without-timeout.ts';
import { eraseChain } from '../../events/lookup.ts';
import { holdLease, LEASE } from '../leased.ts';
import type { ClaimedErasure } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'log'>;

/** Seconds until it is looked again whether attempts in flight have ended. */
const WAIT = 5;
/** Seconds until it is tried again after a failure. */
const AGAIN = 60;

/** Until none waits, or `ending` says to stop: what is erased by then is not erased again. */
export async function eraseWorkspaces(ctx: Ctx, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const claimed = await store.claimErasure(ctx.db, LEASE);
    if (claimed === undefined) return;
    await eraseOrPutBack(ctx, claimed, ending);
  }
}

async function eraseOrPutBack(ctx: Ctx, claimed: ClaimedErasure, ending: AbortSignal): Promise<void> {
  // What is on its way to a network is seen through: its outcome is written down before its rows go.
  if (await store.isPublishing(ctx.db, claimed.workspace_id)) {
    return store.putBackErasure(ctx.db, claimed, WAIT);
  }
  const beat = () => store.keepErasure(ctx.db, claimed, LEASE);
  try {
    await holdLease(beat, ending, (signal) => erase(ctx, claimed, signal));
    ctx.log.info({ workspace: claimed.workspace_id }, 'a workspace was erased');
  } catch (error) {
    await store.putBackErasure(ctx.db, claimed, ending.aborted ? 0 : AGAIN);
    if (!ending.aborted) ctx.log.warn({ err: error, erasure: claimed.id }, 'an erasure was broken off');
  }
}

async function erase(ctx: Ctx, claimed: ClaimedErasure, signal: AbortSignal): Promise<void> {
  await removeFiles(ctx, claimed.files, signal);
  if (claimed.total === 0) await store.noteTotal(withoutTimeout(ctx.db), claimed);
  do {
    for (const { erase } of store.batches) {
      for (let more = true; more; ) {
        signal.throwIfAborted();
        const { count, keys } = await ctx.db.bulk(async (tx) => {
          const erased = await erase(tx, claimed.workspace_id);
          await store.noteErased(tx, claimed, erased);
          return erased;
        });
        await removeFiles(ctx, keys, signal);
        more = count > 0;
      }
    }
  } while (!(await finish(ctx, claimed)));
}

/** Their keys stand with the erasure until the next batch, so that whoever goes on with it removes them again. */
async function removeFiles({ files }: Ctx, keys: readonly string[], signal: AbortSignal): Promise<void> {
  for (const key of keys) {
    signal.throwIfAborted();
    await files.remove(key);
  }
}

/** False when something came in meanwhile, by a request that had begun before. */
async function finish({ db }: Ctx, claimed: ClaimedErasure): Promise<boolean> {
  return db.bulk(async (tx) => {
    await store.lockErased(tx, claimed.workspace_id);
    if (await store.isLeft(tx, claimed.workspace_id)) return false;
    await store.noteErased(tx, claimed, { count: 0, keys: [] });
    await store.eraseWorkspace(tx, claimed.workspace_id);
    await eraseChain(tx, claimed.workspace_id);
    await store.endErasure(tx, claimed);
    return true;
  });
}
