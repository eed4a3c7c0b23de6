/**
 * Gives each event its number and its hash in its workspace's chain, after the event's transaction has ended. So no writer
 * waits for another.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../base/context.ts';
import type { Database, Tx } from '../db/database.ts';
import { chainHash, GENESIS_HASH } from './chain.ts';
import type { Head, Seal, UnsealedRow } from './store.ts';
import * as store from './store.ts';

/** Events of one transaction. Hashing a batch of the largest events takes tens of milliseconds. */
const BATCH = 500;
/** Milliseconds between two polls. Writers send no NOTIFY, since it would make transactions commit one by one. */
const POLL_INTERVAL = 250;
/** Milliseconds from one batch to the next while events keep coming: each batch then seals many events. */
const BUSY_INTERVAL = 50;
/** Milliseconds to wait after an error of the database. */
const RETRY_DELAY = 1000;
/** Characters. PostgreSQL accepts payloads below 8,000 bytes. */
const MAX_PAYLOAD = 7000;

/** Several processes may run a sealer. Only one of them seals at a time. */
export function startSealer(ctx: Pick<Context, 'db' | 'log'>): { stop(): Promise<void> } {
  const ending = new AbortController();
  const running = watch(ctx, ending.signal);
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}

async function watch(ctx: Pick<Context, 'db' | 'log'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const ms = await sealEvents(ctx.db, signal).then(
      (count) => (count > 0 ? BUSY_INTERVAL : POLL_INTERVAL),
      (error: unknown) => {
        ctx.log.error({ err: error }, 'sealing events failed');
        return RETRY_DELAY;
      },
    );
    await pause(ms, undefined, { signal }).catch(() => undefined);
  }
}

/** Seals all events that can be sealed now. Returns their number. */
export async function sealEvents(db: Database, signal?: AbortSignal): Promise<number> {
  let count = 0;
  let sealed = BATCH;
  while (sealed === BATCH && signal?.aborted !== true && (await store.isSealable(db))) {
    sealed = await db.transaction(sealBatch);
    count += sealed;
  }
  return count;
}

async function sealBatch(tx: Tx): Promise<number> {
  await store.lockSealing(tx);
  const rows = await store.listUnsealed(tx, BATCH);
  if (rows.length === 0) return 0;
  const heads = await readHeads(tx, rows);
  const sealed = await store.writeSeals(
    tx,
    rows.map((row) => sealNext(heads, row)),
    [...heads.values()],
  );
  if (sealed !== rows.length) throw new Error(`only ${sealed} of ${rows.length} events were sealed`);
  const ids = [...heads.keys()].join(',');
  await store.notifySealed(tx, ids.length > MAX_PAYLOAD ? '' : ids);
  return sealed;
}

async function readHeads(tx: Tx, rows: readonly UnsealedRow[]): Promise<Map<number, Head>> {
  const ids = [...new Set(rows.map(({ workspace_id }) => workspace_id))];
  const found = new Map((await store.listHeads(tx, ids)).map((head) => [head.workspace_id, head]));
  return new Map(ids.map((id) => [id, found.get(id) ?? { workspace_id: id, seq: 0, hash: GENESIS_HASH }]));
}

/** Appends the event to its chain: it becomes the new head. */
function sealNext(heads: Map<number, Head>, row: UnsealedRow): Seal {
  const head = heads.get(row.workspace_id) as Head;
  const seq = head.seq + 1;
  const hash = chainHash(head.hash, { ...row, seq });
  heads.set(row.workspace_id, { workspace_id: row.workspace_id, seq, hash });
  return { id: row.id, seq, hash };
}
