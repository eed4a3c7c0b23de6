/** `belfry audit verify`. Exit code 0 when every event chain is intact, else 1. */
import { type Chain, type ChainBreak, type Verification, verifyChains } from '../events/index.ts';
import { count } from '../text/format.ts';
import { reachDatabase } from './reach-database.ts';

export async function runAuditVerify(options: { json: boolean; workspace?: number }): Promise<number> {
  await using reached = await reachDatabase();
  const result = await verifyChains(reached.db, options.workspace);
  console.log(options.json ? JSON.stringify(result) : describe(result));
  return isIntact(result) ? 0 : 1;
}

function isIntact({ chains }: Verification): boolean {
  return chains.every(({ broken }) => broken === null);
}

function describe(result: Verification): string {
  const { chains, events, waiting } = result;
  return [
    `Checked ${count(events, 'event')} of ${count(chains.length, 'workspace')}.`,
    ...(waiting > 0 ? [`Not checked: ${count(waiting, 'event')} that Belfry has not sealed yet.`] : []),
    ...chains.flatMap(describeBreak),
    ...(isIntact(result) ? ['The event log is intact.'] : []),
  ].join('\n');
}

const sentences: Record<ChainBreak, (seq: number) => string> = {
  changed: (seq) => `event ${seq}, or its place in the log, was changed after Belfry sealed it.`,
  missing: (seq) => `event ${seq} is missing, but later events exist.`,
  cut: (seq) => `event ${seq} and all later events are missing.`,
  added: (seq) => `Belfry did not seal event ${seq}, or the head of the chain was changed.`,
};

function describeBreak({ workspace_id, broken }: Chain): string[] {
  return broken === null
    ? []
    : [`The event log of workspace ${workspace_id} is broken: ${sentences[broken.fault](broken.seq)}`];
}
