/** `belfry audit verify`: exit code 0 when every chain of events is whole, 1 when one is not. */
import { allRules } from '@belfry/networks/rules.ts';
import { loadConfig } from '../config.ts';
import { type Chain, type ChainBreak, type Verification, verifyChains } from '../events/verify.ts';
import { count } from '../format.ts';
import { reachDatabase } from './reach-database.ts';

export async function runAuditVerify(options: { json: boolean; workspace?: number }): Promise<number> {
  const config = loadConfig(allRules.map(({ platform }) => platform));
  await using reached = await reachDatabase(config);
  const found = await verifyChains(reached.db, options.workspace);
  console.log(options.json ? JSON.stringify(found) : describe(found));
  return isWhole(found) ? 0 : 1;
}

function isWhole({ chains }: Verification): boolean {
  return chains.every(({ broken }) => broken === null);
}

function describe(found: Verification): string {
  const { chains, events, waiting } = found;
  return [
    `Checked ${count(events, 'event')} of ${count(chains.length, 'workspace')}.`,
    ...(waiting > 0 ? [`Left out ${count(waiting, 'event')} just written and not sealed yet.`] : []),
    ...chains.flatMap(describeBreak),
    ...(isWhole(found) ? ['All is whole.'] : []),
  ].join('\n');
}

const sentences: Record<ChainBreak, (seq: number) => string> = {
  changed: (seq) => `event ${seq}, or where it stands, was changed after it was sealed.`,
  missing: (seq) => `event ${seq} is missing, though later ones are there.`,
  cut: (seq) => `event ${seq} and all after it are missing.`,
  added: (seq) => `what stands at ${seq} was not sealed by Belfry, or the head of the chain was changed.`,
};

function describeBreak({ workspace_id, broken }: Chain): string[] {
  return broken === null
    ? []
    : [`Workspace ${workspace_id} is broken: ${sentences[broken.fault](broken.seq)}`];
}
