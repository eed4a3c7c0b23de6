/** Verifies the chains of events and reports where they break. */
import type { Database, Db } from '../db/database.ts';
import { chainHash, GENESIS_HASH } from './chain.ts';
import { sealEvents } from './sealer.ts';
import * as store from './store.ts';

/** Rows in memory. */
const BATCH = 2000;

export type ChainBreak =
  /** The event, or the hash before it, was changed after it was sealed. */
  | 'changed'
  /** The event does not exist, but later ones do. */
  | 'missing'
  /** The chain ends before its head. */
  | 'cut'
  /** The event was added after the head, or the head differs from the last event. */
  | 'added';

export interface Chain {
  workspace_id: number;
  /** The last event before the first break. A copy kept elsewhere can prove later that the chain was not cut. */
  seq: number;
  hash: string;
  /** The first break; null: the chain is intact. */
  broken: { seq: number; fault: ChainBreak } | null;
}

export interface Verification {
  chains: Chain[];
  /** Number of checked events. */
  events: number;
  /** Number of events that cannot be sealed yet. */
  waiting: number;
}

/** Verifies the chain of one workspace, or of all. First seals all events that can be sealed. */
export async function verifyChains(db: Database, workspaceId?: number): Promise<Verification> {
  await sealEvents(db);
  const ids = workspaceId === undefined ? await store.listChained(db) : [workspaceId];
  const chains: Chain[] = [];
  for (const id of ids) chains.push(await verifyChain(db, id));
  return {
    chains,
    events: chains.reduce((sum, { seq }) => sum + seq, 0),
    waiting: await store.countUnsealed(db),
  };
}

async function verifyChain(db: Db, workspaceId: number): Promise<Chain> {
  const last = { seq: 0, hash: GENESIS_HASH };
  for (;;) {
    // Read before the page, so that the page contains every event up to this head.
    const [head = { seq: 0, hash: GENESIS_HASH }] = await store.listHeads(db, [workspaceId]);
    const page = await store.listChain(db, workspaceId, { after: last.seq, limit: BATCH });
    const broken = page.length > 0 ? walk(last, page) : compareEnd(last, head);
    if (broken === null && page.length > 0) continue;
    return { workspace_id: workspaceId, seq: last.seq, hash: last.hash.toString('hex'), broken };
  }
}

type Link = Pick<store.Head, 'seq' | 'hash'>;

/** Moves `last` to the last intact event. */
function walk(last: Link, page: readonly store.ChainRow[]): Chain['broken'] {
  for (const row of page) {
    if (row.seq !== last.seq + 1) return { seq: last.seq + 1, fault: 'missing' };
    if (!row.hash.equals(chainHash(last.hash, row))) return { seq: row.seq, fault: 'changed' };
    Object.assign(last, { seq: row.seq, hash: row.hash });
  }
  return null;
}

function compareEnd(last: Link, head: Link): Chain['broken'] {
  if (last.seq < head.seq) return { seq: last.seq + 1, fault: 'cut' };
  const isHead = last.seq === head.seq && last.hash.equals(head.hash);
  return isHead ? null : { seq: head.seq + 1, fault: 'added' };
}
