/**
 * `npm run check`: all automatic checks except tests, as many at once as there are processors. It prints a line for each
 * step when it ends, and the findings at the end.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findContractions } from './check/migrations.ts';
import { findForeignWrites } from './check/owners.ts';
import { findPairs } from './check/pairs.ts';
import { findMisplaced } from './check/places.ts';
import { generated } from './generated/files.ts';

interface Step {
  name: string;
  /** Returns the findings as text; an empty string when there are none. */
  find(): Promise<string>;
}

process.chdir(join(import.meta.dirname, '..'));

const steps: Step[] = [
  { name: 'types for Node', find: () => runTool('tsc', '-p', 'tsconfig.node.json') },
  { name: 'types for browsers', find: () => runTool('tsc', '-p', 'tsconfig.browser.json') },
  { name: 'types of the app', find: () => runTool('tsc', '-p', 'tsconfig.web.json') },
  { name: 'types of its worker', find: () => runTool('tsc', '-p', 'tsconfig.worker.json') },
  {
    name: 'lint, format, sizes',
    find: () => runTool('biome', 'ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=200', '.'),
  },
  { name: 'imports', find: () => runTool('depcruise', '--config', '.dependency-cruiser.mjs', '.') },
  { name: 'places', find: async () => findMisplaced(process.cwd()).join('\n') },
  { name: 'owners of tables', find: async () => findForeignWrites(process.cwd()).join('\n') },
  { name: 'pairs of modules', find: async () => findPairs(process.cwd()).join('\n') },
  { name: 'migrations', find: async () => findContractions(process.cwd()).join('\n') },
  { name: 'dead code', find: () => runTool('knip', '--no-progress') },
  { name: 'generated files', find: findStale },
];

const failures: string[] = [];
const left = steps.values();
await Promise.all(Array.from({ length: availableParallelism() }, takeSteps));
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

async function takeSteps(): Promise<void> {
  for (const { name, find } of left) {
    const begun = performance.now();
    const found = await find().catch((error: unknown) => String(error));
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${found === '' ? 'ok    ' : 'FAILED'} ${name.padEnd(20)} ${seconds.padStart(5)} s`);
    if (found !== '') failures.push(`\n${name}\n${'-'.repeat(name.length)}\n${found}`);
  }
}

/** Runs a command of node_modules/.bin. Returns its output if it failed, else an empty string. */
async function runTool(command: string, ...args: string[]): Promise<string> {
  const child = spawn(`node_modules/.bin/${command}`, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('exit', resolve);
  });
  const [code, ...printed] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code === 0) return '';
  return printed.join('').trim() || `${command} failed with exit code ${code}`;
}

/** Names generated files that differ from the output of their generators. */
async function findStale(): Promise<string> {
  const stale: string[] = [];
  for (const [path, make] of generated) {
    const kept = await readFile(path, 'utf8').catch(() => '');
    if (kept !== (await make())) stale.push(path);
  }
  return stale.map((path) => `${path} is stale. Run \`npm run generate\`.`).join('\n');
}
