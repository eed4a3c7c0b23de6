/** `belfry reconcile --all`. Exit code 0 when no copy is in doubt any more, 1 when a person must check. */
import { setTimeout as pause } from 'node:timers/promises';
import { allNetworks } from '@belfry/networks/index.ts';
import { askAboutAll, type DoubtCounts, type Obstacle } from '../publishing/index.ts';
import { count, figure } from '../text/format.ts';
import { reachDatabase } from './reach-database.ts';

/** Milliseconds between two checks for answers, and between two lines about the progress. */
const CHECK_EVERY = 500;
const PRINT_EVERY = 5000;

export async function runReconcile({ json }: { json?: boolean | undefined }): Promise<number> {
  await using reached = await reachDatabase();
  const networks = new Map(allNetworks.map((network) => [network.rules.platform, network]));
  const counts = await askAboutAll(
    { db: reached.db, networks },
    { wait: () => pause(CHECK_EVERY), report: json ? () => undefined : createProgressPrinter() },
  );
  console.log(json ? JSON.stringify(counts) : describe(counts));
  return counts.found === counts.in_doubt ? 0 : 1;
}

function createProgressPrinter(): (counts: DoubtCounts) => void {
  let printedAt = performance.now();
  return ({ in_doubt, asked, found, unconfirmed, put_off, cannot_be_asked }) => {
    if (performance.now() - printedAt < PRINT_EVERY) return;
    printedAt = performance.now();
    const all = Object.values(cannot_be_asked).reduce((left, number) => left - number, in_doubt);
    console.error(
      `Asked the networks about ${figure(asked)} of ${count(all, 'copy', 'copies')}, ${figure(found + unconfirmed + put_off)} answered …`,
    );
  };
}

const obstacles: Record<Obstacle, string> = {
  network: 'on networks that Belfry cannot ask',
  removed_channel: 'on removed channels',
  signed_out_channel: 'on channels that a person must connect again first',
  draft: 'of posts that are drafts now',
};

function describe({
  in_doubt,
  asked,
  found,
  unconfirmed,
  put_off,
  cannot_be_asked,
  left,
}: DoubtCounts): string {
  if (in_doubt === 0) return 'No copy is in doubt.';
  const lines = [
    `Asked the networks about ${figure(asked)} of ${count(in_doubt, 'copy', 'copies')} in doubt: ${figure(found)} published, ${figure(unconfirmed)} still unconfirmed.`,
  ];
  if (put_off > 0)
    lines.push(`No answer yet about ${count(put_off, 'copy', 'copies')}. The service keeps asking.`);
  for (const [obstacle, number] of Object.entries(cannot_be_asked)) {
    if (number > 0)
      lines.push(`Not asked about: ${count(number, 'copy', 'copies')} ${obstacles[obstacle as Obstacle]}.`);
  }
  if (left > 0) {
    lines.push(
      `Not asked about ${count(left, 'copy', 'copies')}, because no worker runs. Start the service, then run this again.`,
    );
  }
  lines.push(
    'Nothing was sent. An unconfirmed copy may be live. Check at the network before you send it again.',
  );
  return lines.join('\n');
}
