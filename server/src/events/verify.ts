/** Walks the chains of events and says where they break. */
import type { Database, Db } from '../db/database.ts';
import { chainHash, NOTHING } from './chain.ts';
import { sealEvents } from './sealer.ts';
import * as store from './store.ts';

/** Rows in memory. */
const BATCH = 2000;

export type Fault =
  /** The event, or the hash of the one before it, is not what was sealed. */
  | 'changed'
  /** There is no such event, though there are later ones. */
  | 'missing'
  /** The chain ends before its head. */
  | 'cut'
  /** The event was added behind the head, or the head is not the last event's. */
  | 'added';

export interface Chain {
  workspace_id: number;
  /** The last event up to which all is whole. Who keeps it elsewhere can tell later that nothing was cut off. */
  seq: number;
  hash: string;
  /** The first break; null: the chain is whole. */
  broken: { seq: number; fault: Fault } | null;
}

export interface Verification {
  chains: Chain[];
  /** Events that were checked. */
  events: number;
  /** Events too young to be sealed. */
  waiting: number;
}

/** Of one workspace, or of all. What can be sealed is sealed before. */
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
  const last = { seq: 0, hash: NOTHING };
  for (;;) {
    // Before the page: what it knows of is there when the page is read.
    const [head = { seq: 0, hash: NOTHING }] = await store.listHeads(db, [workspaceId]);
    const page = await store.listChain(db, workspaceId, { after: last.seq, limit: BATCH });
    const broken = page.length > 0 ? walk(last, page) : compareEnd(last, head);
    if (broken === null && page.length > 0) continue;
    return { workspace_id: workspaceId, seq: last.seq, hash: last.hash.toString('hex'), broken };
  }
}

type Link = Pick<store.Head, 'seq' | 'hash'>;

/** Moves `last` to the last event that is whole. */
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
