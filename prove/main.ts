/** `npm run prove`: shows that nothing is posted twice and nothing is lost, and fails loudly where it finds either. */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { proveByCrashes } from './crashes.ts';
import { proveByProcesses } from './processes/proof.ts';
import { isClean, print } from './processes/report.ts';
import { printFailure, simulateMany } from './simulation/many.ts';

const USAGE = `Usage: npx belfry prove [options], or npm run prove -- [options]

  --posts N       posts that people write (300)
  --channels N    accounts, on networks of each kind in turn (24)
  --kills N       kills of services and databases, at named points and at any moment (24)
  --processes N   services on one database (1, with the database embedded in it)
  --rate N        posts a second (12)
  --faults SHARE  of the calls to networks that go wrong (0.25)
  --database URL  a PostgreSQL to use, which is not killed
  --seed N        of all chance
  --json FILE     writes the figures
  --report FILE   writes what is printed at the end
  --all           before it, every crash with every fault of every network, one target at a time
  --simulate N    instead of all this, tries N small worlds`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    posts: { type: 'string', default: '300' },
    channels: { type: 'string', default: '24' },
    kills: { type: 'string', default: '24' },
    processes: { type: 'string', default: '1' },
    rate: { type: 'string', default: '12' },
    faults: { type: 'string', default: '0.25' },
    database: { type: 'string' },
    json: { type: 'string' },
    report: { type: 'string' },
    all: { type: 'boolean' },
    simulate: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

process.exitCode = await run();

/** Answers the exit code. */
async function run(): Promise<number> {
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.simulate !== undefined) return simulate(Number(values.seed), Number(values.simulate));
  const isWhole = values.all !== true || (await crash());
  return (await kill()) && isWhole ? 0 : 1;
}

async function kill(): Promise<boolean> {
  const { seed, posts, channels, kills, processes, rate, faults, database } = values;
  console.log(`Services killed ${kills} times while ${posts} posts go out (--seed ${seed}):`);
  const report = await proveByProcesses({
    seed: Number(seed),
    posts: Number(posts),
    channels: Number(channels),
    kills: Number(kills),
    processes: Number(processes),
    rate: Number(rate),
    faultRate: Number(faults),
    databaseUrl: database,
  });
  const text = print(report);
  console.log(text);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, undefined, 2)}\n`);
  if (values.report !== undefined) writeFileSync(values.report, `${text}\n`);
  return isClean(report);
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
