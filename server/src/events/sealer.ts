/** Gives each event its place and its hash in the chain of its workspace, after the fact, so that no writer waits. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Database, Db } from '../db/database.ts';
import { chainHash, NOTHING } from './chain.ts';
import type { Head, Seal, UnsealedRow } from './store.ts';
import * as store from './store.ts';

/** Events of one transaction: hashing the largest keeps the process for some ten milliseconds. */
const BATCH = 500;
/** Milliseconds between two looks. Writers do not tell: a NOTIFY makes transactions commit one after the other. */
const LOOK = 250;
/** Milliseconds to wait after a failure of the database. */
const BROKEN = 1000;
/** Characters; PostgreSQL takes payloads below 8,000 bytes. */
const LONGEST_PAYLOAD = 7000;

/** Several processes may run one: they take turns. */
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
      () => LOOK,
      (error: unknown) => {
        ctx.log.error({ err: error }, 'sealing events failed');
        return BROKEN;
      },
    );
    await pause(ms, undefined, { signal }).catch(() => undefined);
  }
}

/** Seals all that can be sealed by now; answers how many events that were. */
export async function sealEvents(db: Database, signal?: AbortSignal): Promise<number> {
  let count = 0;
  while (signal?.aborted !== true && (await store.isSealable(db))) count += await db.transaction(sealBatch);
  return count;
}

async function sealBatch(tx: Db): Promise<number> {
  await store.lockSealing(tx);
  const rows = await store.listUnsealed(tx, BATCH);
  if (rows.length === 0) return 0;
  const heads = await readHeads(tx, rows);
  const sealed = await store.writeSeals(
    tx,
    rows.map((row) => sealNext(heads, row)),
    [...heads.values()],
  );
  if (sealed !== rows.length) throw new Error(`${sealed} of ${rows.length} events took their seal`);
  const ids = [...heads.keys()].join(',');
  await store.notifySealed(tx, ids.length > LONGEST_PAYLOAD ? '' : ids);
  return sealed;
}

async function readHeads(tx: Db, rows: readonly UnsealedRow[]): Promise<Map<number, Head>> {
  const ids = [...new Set(rows.map(({ workspace_id }) => workspace_id))];
  const found = new Map((await store.listHeads(tx, ids)).map((head) => [head.workspace_id, head]));
  return new Map(ids.map((id) => [id, found.get(id) ?? { workspace_id: id, seq: 0, hash: NOTHING }]));
}

/** Puts the event after the head, which it becomes. */
function sealNext(heads: Map<number, Head>, row: UnsealedRow): Seal {
  const head = heads.get(row.workspace_id) as Head;
  const seq = head.seq + 1;
  const hash = chainHash(head.hash, { ...row, seq });
  heads.set(row.workspace_id, { workspace_id: row.workspace_id, seq, hash });
  return { id: row.id, seq, hash };
}
