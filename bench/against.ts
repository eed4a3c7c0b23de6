/** `npm run bench -- --against COMMIT NAME …`: the same load over HTTP on this version and on that commit, by turns. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Figure, format, median } from './figures.ts';
import { type BenchService, root, type StartOptions, startService } from './service.ts';

export interface Comparison {
  title: string;
  /** Of each side. */
  rounds: number;
  /** Prepares one side, without knowledge of the other. Returns a function that measures one round. */
  open(side: Side): Promise<() => Promise<Figure[]>>;
}

export interface Side {
  /** Starts a service of this side's version, and stops it in the end. */
  start(options?: Omit<StartOptions, 'version'>): Promise<BenchService>;
  /** Closes everything else that the side has opened. */
  ends: AsyncDisposableStack;
}

interface Version extends AsyncDisposable {
  folder: string;
}

/** Installs the commit in a new folder, which is removed in the end. */
export async function checkOut(commit: string): Promise<Version> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-against-'));
  await using tree = new AsyncDisposableStack();
  tree.defer(() => rm(folder, { recursive: true, force: true }));
  // If root runs this, PostgreSQL runs as another user, who must reach its program.
  await chmod(folder, 0o755);
  await run('git', ['worktree', 'add', '--force', '--detach', folder, commit], { cwd: root });
  tree.defer(async () => {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: root });
  });
  console.log(`Installing the packages of ${commit} …`);
  const quietly = ['--no-save', '--prefer-offline', '--loglevel=error'];
  await run('npm', ['install', '--omit=dev', ...quietly], { cwd: folder });
  const kept = tree.move();
  return { folder, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

const run = promisify(execFile);

/** Prints the medians of both sides. */
export async function compare(name: string, comparison: Comparison, { folder }: Version): Promise<void> {
  const { title, rounds, open } = comparison;
  await using ends = new AsyncDisposableStack();
  const sides = [
    { found: new Map<string, number[]>(), measure: await open(sideOf(root, ends)) },
    { found: new Map<string, number[]>(), measure: await open(sideOf(folder, ends)) },
  ];
  const units = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1) {
    // The order changes, because the first to run may find a quieter machine.
    for (const { found, measure } of round % 2 === 0 ? sides : sides.toReversed()) {
      for (const { name: figure, unit, reached } of await measure()) {
        units.set(figure, unit);
        found.set(figure, [...(found.get(figure) ?? []), reached]);
      }
    }
  }
  const rows = Array.from(units, ([figure, unit]) => {
    const [ours = 0, theirs = 0] = sides.map(({ found }) => median(found.get(figure) ?? []));
    return { figure, unit, ours, theirs };
  });
  print(`${name}: ${title}`, rows);
}

/** What both sides open is closed in reverse order, also after an error. */
export function sideOf(version: string, ends: AsyncDisposableStack): Side {
  return { ends, start: async (options) => ends.use(await startService({ ...options, version })) };
}

interface Row {
  figure: string;
  unit: string;
  ours: number;
  theirs: number;
}

function print(title: string, rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ figure }) => figure.length));
  const lines = rows.map(({ figure, unit, ours, theirs }) => {
    const values = [ours, theirs, ours / theirs].map(format);
    return `  ${figure.padEnd(width)}  ${values.join('  ')}  ${unit}`;
  });
  const head = `  ${''.padEnd(width)}       ours     theirs      ratio`;
  console.log(['', title, head, ...lines].join('\n'));
}
