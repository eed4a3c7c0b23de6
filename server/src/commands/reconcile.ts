/** `belfry reconcile --all`: exit code 0 when nothing is in doubt any more, 1 when a person must look. */
import { setTimeout as pause } from 'node:timers/promises';
import { allNetworks } from '@belfry/networks/index.ts';
import { allRules } from '@belfry/networks/rules.ts';
import { loadConfig } from '../config.ts';
import { count, figure } from '../format.ts';
import { type Asked, askAboutAll, type Obstacle } from '../posts/doubts/ask-all.ts';
import { reachDatabase } from './reach-database.ts';

/** Milliseconds between two looks for answers, and between two lines about how far it is. */
const LOOK_EVERY = 500;
const TELL_EVERY = 5000;

export async function runReconcile({ json }: { json: boolean }): Promise<number> {
  const config = loadConfig(allRules.map(({ platform }) => platform));
  await using reached = await reachDatabase(config);
  const networks = new Map(allNetworks.map((network) => [network.rules.platform, network]));
  const asked = await askAboutAll(
    { db: reached.db, networks },
    { wait: () => pause(LOOK_EVERY), tell: json ? () => undefined : tellSeldom() },
  );
  console.log(json ? JSON.stringify(asked) : describe(asked));
  return asked.found === asked.in_doubt ? 0 : 1;
}

function tellSeldom(): (asked: Asked) => void {
  let told = performance.now();
  return ({ in_doubt, asked, found, unconfirmed, put_off, cannot_be_asked }) => {
    if (performance.now() - told < TELL_EVERY) return;
    told = performance.now();
    const all = in_doubt - sum(cannot_be_asked);
    console.error(
      `Asked about ${figure(asked)} of ${count(all, 'copy', 'copies')}, ${figure(found + unconfirmed + put_off)} answered …`,
    );
  };
}

const obstacles: Record<Obstacle, string> = {
  network: 'on networks that cannot be asked',
  removed_channel: 'on channels that were removed',
  signed_out_channel: 'on channels that must be connected again first',
  draft: 'of posts that are drafts again',
};

function describe({ in_doubt, asked, found, unconfirmed, put_off, cannot_be_asked, left }: Asked): string {
  if (in_doubt === 0) return 'No copy is in doubt.';
  const lines = [
    `Asked about ${figure(asked)} of ${count(in_doubt, 'copy', 'copies')} in doubt: ${figure(found)} found and published, ${figure(unconfirmed)} still unconfirmed.`,
  ];
  if (put_off > 0)
    lines.push(`No answer yet about ${count(put_off, 'copy', 'copies')}: the service goes on asking.`);
  for (const [obstacle, number] of Object.entries(cannot_be_asked)) {
    if (number > 0)
      lines.push(`Not asked about: ${count(number, 'copy', 'copies')} ${obstacles[obstacle as Obstacle]}.`);
  }
  if (left > 0) {
    lines.push(
      `No worker runs, and ${count(left, 'copy', 'copies')} could not be asked about: start the service, then run this again.`,
    );
  }
  lines.push(
    'Nothing was sent. What is unconfirmed may be live: look at the network before you send it again.',
  );
  return lines.join('\n');
}

function sum(numbers: Record<string, number>): number {
  return Object.values(numbers).reduce((total, number) => total + number, 0);
}
