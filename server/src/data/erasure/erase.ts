/** Erases deleted workspaces in batches, each in one transaction. Any number of processes can run this. */
import type { Context } from '../../base/context.ts';
import { listRevoking } from '../../channels/index.ts';
import { eraseChain } from '../../events/index.ts';
import { isPublishing } from '../../lanes/index.ts';
import { LEASE_SECONDS, runUnderLease } from '../lease.ts';
import type { ClaimedErasure } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'networks' | 'log'>;

/** Seconds until the next check whether attempts in flight have ended. */
const IN_FLIGHT_DELAY = 5;
/** Seconds until the next try after a failure. */
const RETRY_DELAY = 60;

/** Returns when no erasure is due, or when `ending` aborts. The next run continues an erasure that was stopped. */
export async function eraseWorkspaces(ctx: Ctx, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const claimed = await store.claimErasure(ctx.db, LEASE_SECONDS);
    if (claimed === undefined) return;
    await eraseOrRelease(ctx, claimed, ending);
  }
}

async function eraseOrRelease(ctx: Ctx, claimed: ClaimedErasure, ending: AbortSignal): Promise<void> {
  // Attempts in flight finish first, so that their outcomes are stored before we delete their rows.
  if (await isPublishing(ctx.db, claimed.workspace_id)) {
    return store.releaseErasure(ctx.db, claimed, IN_FLIGHT_DELAY);
  }
  const beat = () => store.extendErasureLease(ctx.db, claimed, LEASE_SECONDS);
  try {
    await runUnderLease(beat, ending, (signal) => erase(ctx, claimed, signal));
    ctx.log.info({ workspace: claimed.workspace_id }, 'erased a workspace');
  } catch (error) {
    await store.releaseErasure(ctx.db, claimed, ending.aborted ? 0 : RETRY_DELAY);
    if (!ending.aborted) ctx.log.warn({ err: error, erasure: claimed.id }, 'failed to erase a workspace');
  }
}

async function erase(ctx: Ctx, claimed: ClaimedErasure, signal: AbortSignal): Promise<void> {
  await removeFiles(ctx, claimed.files, signal);
  const revoking = listRevoking(ctx);
  if (claimed.total === 0) await store.recordTotal(ctx.db.withoutTimeouts, claimed);
  do {
    for (const { erase } of store.batches) {
      for (let more = true; more; ) {
        signal.throwIfAborted();
        const { count, keys } = await ctx.db.transactionWithoutTimeouts(async (tx) => {
          const erased = await erase(tx, claimed.workspace_id, revoking);
          await store.recordErased(tx, claimed, erased);
          return erased;
        });
        await removeFiles(ctx, keys, signal);
        more = count > 0;
      }
    }
  } while (!(await finish(ctx, claimed)));
}

/** The erasure's row keeps these keys until the next batch, so that a worker can continue after a crash. */
async function removeFiles({ files }: Ctx, keys: readonly string[], signal: AbortSignal): Promise<void> {
  for (const key of keys) {
    signal.throwIfAborted();
    await files.remove(key);
  }
}

/** False if a request that had begun before has added rows meanwhile. */
async function finish({ db }: Ctx, claimed: ClaimedErasure): Promise<boolean> {
  return db.transactionWithoutTimeouts(async (tx) => {
    await store.lockErasedWorkspace(tx, claimed.workspace_id);
    if (await store.hasRows(tx, claimed.workspace_id)) return false;
    await store.recordErased(tx, claimed, { count: 0, keys: [] });
    await store.eraseWorkspace(tx, claimed.workspace_id);
    await eraseChain(tx, claimed.workspace_id);
    await store.endErasure(tx, claimed);
    return true;
  });
}
