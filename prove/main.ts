/** `npm run prove`: shows that nothing is posted twice and nothing is lost, and fails loudly where it finds either. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { proveByCrashes } from './crashes.ts';
import type { Options } from './options.ts';
import { Misuse, readOptions, USAGE } from './options.ts';
import { print } from './processes/print.ts';
import { proveByProcesses } from './processes/proof.ts';
import { isClean } from './processes/report.ts';
import { printFailure, simulateMany } from './simulation/many.ts';

// What still waits for a service that is gone must not keep it from ending.
process.exit(await run());

/** Answers the exit code. */
async function run(): Promise<number> {
  try {
    return await prove(readOptions(process.argv.slice(2)));
  } catch (error) {
    if (error instanceof Misuse) {
      console.error(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    console.error(`The proof could not be run. ${String(error)}`);
    return 1;
  }
}

async function prove(options: Options): Promise<number> {
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  if (options.simulate !== undefined) return simulate(options.seed, options.simulate);
  const isWhole = !options.all || (await crash());
  return (await kill(options)) && isWhole ? 0 : 1;
}

async function kill({ json, report: page, faults, database, ...input }: Options): Promise<boolean> {
  const { seed, posts, channels, kills, processes, rate, within } = input;
  console.log(`Services killed ${kills} times while ${posts} posts go out (--seed ${seed}):`);
  // That a file cannot be written is better known now than after twenty minutes.
  for (const file of [json, page]) if (file !== undefined) write(file, '');
  const report = await proveByProcesses({
    ...{ seed, posts, channels, kills, processes, rate, within },
    faultRate: faults,
    databaseUrl: database,
    tell: console.log,
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
  console.log('A crash before and after every operation on journal and network, alone and after each fault:');
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
