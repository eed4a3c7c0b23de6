/** `npm run prove`: proves that no post is lost or published twice, and exits with an error if one is. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { proveByCrashes } from './crashes.ts';
import { mutateNetworks } from './network-mutants/run.ts';
import { type Options, readOptions, USAGE, UsageError } from './options.ts';
import { print } from './processes/print.ts';
import { proveByProcesses } from './processes/proof.ts';
import { isClean } from './processes/report.ts';
import { printFailure, simulateMany } from './simulation/many.ts';

// Timers that still wait for a stopped service must not keep this process running.
process.exit(await run());

/** Returns the exit code. */
async function run(): Promise<number> {
  try {
    return await prove(readOptions(process.argv.slice(2)));
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    console.error(`The proof could not run. ${String(error)}`);
    return 1;
  }
}

async function prove(options: Options): Promise<number> {
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  if (options.mutates)
    return (await mutateNetworks({ only: options.only ?? '', through: options.through ?? '' })) ? 0 : 1;
  if (options.simulate !== undefined) return simulate(options.seed, options.simulate);
  const isWhole = !options.all || (await crash());
  return (await kill(options)) && isWhole ? 0 : 1;
}

async function kill({ json, report: page, faults, database, ...input }: Options): Promise<boolean> {
  const { seed, posts, channels, kills, processes, rate, within } = input;
  console.log(`Killing services ${kills} times while ${posts} posts are published (--seed ${seed}):`);
  // Report an unwritable file now, not after twenty minutes.
  for (const file of [json, page]) if (file !== undefined) write(file, '');
  const report = await proveByProcesses({
    ...{ seed, posts, channels, kills, processes, rate, within },
    faultRate: faults,
    databaseUrl: database,
    log: console.log,
  });
  const text = print(report);
  console.log(`\n${text}`);
  if (json !== undefined) write(json, JSON.stringify(report, undefined, 2));
  if (page !== undefined) write(page, text);
  return isClean(report);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
}

async function crash(): Promise<boolean> {
  console.log(
    'Crashing before and after every operation on journal and network, alone and after each fault:',
  );
  const crashes = await proveByCrashes();
  console.table(crashes);
  return Object.values(crashes).every((each) => each.lost + each.duplicated + each.otherwise === 0);
}

async function simulate(seed: number, count: number): Promise<number> {
  const { failing, ...figures } = await simulateMany(seed, count);
  for (const failure of failing.slice(0, 3)) console.log(printFailure(failure));
  console.log(JSON.stringify({ first: seed, ...figures, wrong: failing.length }, undefined, 2));
  return failing.length === 0 ? 0 : 1;
}
