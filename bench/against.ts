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
  /** Prepares one side, without knowledge of the other. */
  open(start: Start): Promise<Side>;
}

/** Starts a service of the side's version. */
export type Start = (options?: Omit<StartOptions, 'version'>) => Promise<BenchService>;

export interface Side extends AsyncDisposable {
  /** Measures one round. */
  measure(): Promise<Figure[]>;
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
  await using ours = await open(startService);
  await using theirs = await open((options) => startService({ ...options, version: folder }));
  const found = { ours: new Map<string, number[]>(), theirs: new Map<string, number[]>() };
  const units = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1) {
    const turns = [['ours', ours] as const, ['theirs', theirs] as const];
    // The side that goes first changes, because the first finds a quieter machine.
    for (const [side, { measure }] of round % 2 === 0 ? turns : turns.toReversed()) {
      for (const figure of await measure()) {
        units.set(figure.name, figure.unit);
        found[side].set(figure.name, [...(found[side].get(figure.name) ?? []), figure.reached]);
      }
    }
  }
  console.log(`\n${name}: ${title}`);
  const width = Math.max(...Array.from(units.keys(), ({ length }) => length));
  console.log(`  ${''.padEnd(width)}       ours     theirs   ours/theirs`);
  for (const [figure, unit] of units) {
    const [our, their] = [median(found.ours.get(figure) ?? []), median(found.theirs.get(figure) ?? [])];
    const ratio = format(our / their);
    console.log(`  ${figure.padEnd(width)}  ${format(our)}  ${format(their)}  ${ratio} ×  ${unit}`);
  }
}
