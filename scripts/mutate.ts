/**
 * `npm run mutate -- --seed 1 --count 200`: makes small errors in the code, one at a time, and runs the tests that
 * import it. An error that no test notices, a survivor, shows a test that is missing.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawMutants, type Mutant } from './mutants/draw.ts';
import { Imports } from './mutants/related.ts';
import { Copy, startDatabase } from './mutants/trial.ts';

const usage = `npm run mutate -- [options]
  --seed N        draws other mutants (default 1)
  --count N       this many (default 200)
  --tables N      of which so many are rows of tables (default: a quarter)
  --only PATH     of this folder or file; may be repeated
  --from N --to M runs only a part of the drawn mutants
  --tests N       runs so many tests at most, besides those of the same module that need no server (default 40)
  --again         runs the survivors of the earlier runs again
  --list          prints the mutants and runs nothing
  --results FILE  keeps the results there, from which a later run goes on
  --through CMD   runs each run of tests through this command`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    tables: { type: 'string' },
    only: {
      type: 'string',
      multiple: true,
      default: ['networks', 'engine', 'server/src/{posts,publishing,lanes}'],
    },
    from: { type: 'string', default: '0' },
    to: { type: 'string' },
    tests: { type: 'string', default: '40' },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    results: { type: 'string', default: join(tmpdir(), 'belfry-mutants.jsonl') },
    through: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

interface Result {
  id: string;
  file: string;
  /** How the mutant ended. `invalid`: it does not compile. */
  end: 'killed' | 'alive' | 'invalid';
  by?: string;
}

const root = join(import.meta.dirname, '..');
if (values.help) console.log(usage);
else await main();

async function main(): Promise<void> {
  const [seed, count] = [Number(values.seed), Number(values.count)];
  const tables = values.tables === undefined ? Math.ceil(count / 4) : Number(values.tables);
  const drawn = drawMutants(root, { seed, count, tables, only: values.only });
  const rows = drawn.filter(({ isRow }) => isRow).length;
  console.log(`seed ${seed}: ${drawn.length} mutants, ${rows} of them rows of tables`);
  const part = drawn.slice(Number(values.from), values.to === undefined ? undefined : Number(values.to));
  const results = readResults();
  if (values.list) for (const mutant of part) print(mutant, results.get(mutant.id));
  else await runAll(part, results);
  report(part, results);
}

async function runAll(mutants: readonly Mutant[], results: Map<string, Result>): Promise<void> {
  const imports = new Imports(root);
  const database = await startDatabase();
  const copy = new Copy(root, values.through.split(' ').filter(Boolean), database);
  const end = () => {
    copy.remove();
    return database.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => void end().then(() => process.exit(1)));
  for (const mutant of mutants) {
    const known = results.get(mutant.id);
    if (known !== undefined && !(values.again && known.end === 'alive')) continue;
    const killers = [...results.values()]
      .filter(({ file }) => file === mutant.file)
      .map(({ by }) => by ?? '');
    const ended = await copy.with(mutant, () => tryMutant(mutant, killers, imports, copy));
    const result = { id: mutant.id, file: mutant.file, ...ended };
    results.set(mutant.id, result);
    appendFileSync(values.results, `${JSON.stringify(result)}\n`);
    print(mutant, result);
  }
  await checkKillers(results, copy);
  await end();
}

/** Runs the tests that most likely notice it. */
async function tryMutant(mutant: Mutant, killers: readonly string[], imports: Imports, copy: Copy) {
  const lines = readFileSync(join(root, mutant.file), 'utf8').split('\n');
  const near = lines.slice(Math.max(0, mutant.line - 6), mutant.line + 5).join('\n');
  const change = { file: mutant.file, near, killers };
  for (const group of imports.groupTests(change, Number(values.tests))) {
    const by = await copy.test(group);
    if (by !== undefined) return { end: 'killed' as const, by };
  }
  return { end: (await copy.compiles()) ? ('alive' as const) : ('invalid' as const) };
}

/** A test that fails without a mutant kills nothing. */
async function checkKillers(results: ReadonlyMap<string, Result>, copy: Copy): Promise<void> {
  const killers = new Set([...results.values()].map(({ by }) => by));
  const tests = [...killers].filter((by) => by?.endsWith('.ts')) as string[];
  const failed = await copy.test({ tests, needsServers: true });
  if (failed !== undefined) console.error(`${failed} fails without a mutant, so its kills do not count.`);
}

function readResults(): Map<string, Result> {
  if (!existsSync(values.results)) return new Map();
  const lines = readFileSync(values.results, 'utf8').trim().split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Result).map((result) => [result.id, result]));
}

function print({ file, line, change, isRow }: Mutant, result?: Result): void {
  const by = result?.by === undefined ? '' : `  (${result.by})`;
  console.log(
    `${(result?.end ?? 'drawn').padEnd(7)} ${isRow ? 'row ' : '    '}${file}:${line}  ${change}${by}`,
  );
}

function report(mutants: readonly Mutant[], results: ReadonlyMap<string, Result>): void {
  const ended = (end: Result['end']) => mutants.filter(({ id }) => results.get(id)?.end === end);
  const [killed, alive, invalid] = [ended('killed'), ended('alive'), ended('invalid')];
  console.log(`\n${killed.length} killed, ${alive.length} alive, ${invalid.length} do not compile`);
  for (const mutant of alive) print(mutant, results.get(mutant.id));
}
