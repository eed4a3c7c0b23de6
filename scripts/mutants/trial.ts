/** Runs tests in a copy of the sources, in which one file at a time is mutated. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ProvidedContext } from 'vitest';
import providePostgres from '../../server/test/support/postgres.ts';
import { setup as installPrograms } from '../../server/test/support/programs.ts';
import { applyMutant, type Mutant } from './draw.ts';
import type { TestGroup } from './related.ts';

/** A file of tests that failed, `late`, or undefined if all passed. */
export type Verdict = string | undefined;

/** Configurations that run the tests in the order of the command: the likeliest first. */
const configs = { plain: 'mutants-plain.config.ts', withServers: 'mutants-with-servers.config.ts' };
const configText = (globalSetup: readonly string[]) => `import { BaseSequencer } from 'vitest/node';
import config from './vitest.config.ts';
class Sequencer extends BaseSequencer {
  sort(specs) {
    const placeOf = ({ moduleId }) => process.argv.findIndex((each) => moduleId.endsWith(each));
    return specs.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
const globalSetup = ${JSON.stringify(globalSetup)};
export default { test: { ...config.test, globalSetup, sequence: { sequencer: Sequencer } } };
`;

/** Gives the tests the PostgreSQL of this tool, since starting one takes longer than most tests. */
const databaseSetup = 'mutants-database.ts';
const setups = [databaseSetup, 'server/test/support/clusters.ts', 'server/test/support/statements/check.ts'];

/** Caches of tools stay with the original. */
const caches = ['.vite', '.vite-temp', '.vitest-cache', '.cache'];

export interface TestDatabase {
  connection: ProvidedContext['postgres'];
  stop(): Promise<void>;
}

/** Starts the PostgreSQL for all runs of tests, with the schema of the code without mutants. */
export async function startDatabase(): Promise<TestDatabase> {
  await installPrograms();
  const connected = Promise.withResolvers<TestDatabase['connection']>();
  const stop = await providePostgres({ provide: (_, connection) => connected.resolve(connection as never) });
  return { connection: await connected.promise, stop };
}

export class Copy {
  readonly path = mkdtempSync(join(tmpdir(), 'belfry-mutants-'));
  #through: readonly string[];
  #child: ChildProcess | undefined;

  /** `through`: a command that runs the command that follows it. */
  constructor(root: string, through: readonly string[], { connection }: TestDatabase) {
    this.#through = through;
    const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root });
    for (const file of listed.toString().split('\0')) {
      if (file === '' || !existsSync(join(root, file))) continue;
      mkdirSync(join(this.path, dirname(file)), { recursive: true });
      copyFileSync(join(root, file), join(this.path, file));
    }
    const provide = `export default (project) => project.provide('postgres', ${JSON.stringify(connection)});\n`;
    writeFileSync(join(this.path, databaseSetup), provide);
    writeFileSync(join(this.path, configs.plain), configText([]));
    writeFileSync(join(this.path, configs.withServers), configText(setups));
    for (const place of ['.', ...readdirSync(root)]) this.#linkPackages(root, join(place, 'node_modules'));
  }

  /** Links each package. Our own ones are links already, relative to the folder, and so lead to the copy. */
  #linkPackages(root: string, modules: string): void {
    if (!existsSync(join(root, modules))) return;
    for (const name of readdirSync(join(root, modules))) {
      const [from, to] = [join(root, modules, name), join(this.path, modules, name)];
      if (caches.includes(name)) continue;
      mkdirSync(dirname(to), { recursive: true });
      if (name !== '@belfry') symlinkSync(from, to);
      else {
        mkdirSync(to);
        for (const ours of readdirSync(from)) symlinkSync(readlinkSync(join(from, ours)), join(to, ours));
      }
    }
  }

  async with<T>(mutant: Mutant, act: () => Promise<T>): Promise<T> {
    const path = join(this.path, mutant.file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, applyMutant(text, mutant));
    try {
      return await act();
    } finally {
      writeFileSync(path, text);
    }
  }

  /** Stops at the first failure. `late` if the tests take so long that they must be waiting for something. */
  async test({ tests, needsServers }: TestGroup): Promise<Verdict> {
    if (tests.length === 0) return undefined;
    const report = join(this.path, 'report.json');
    rmSync(report, { force: true });
    const config = `--config=${needsServers ? configs.withServers : configs.plain}`;
    // All files in one process: to load our modules again for each of them takes longer than most tests.
    const options = [config, '--bail=1', '--maxWorkers=1', '--no-isolate'];
    options.push('--reporter=json', `--outputFile=${report}`);
    const seconds = needsServers ? 180 + 15 * tests.length : 60 + 5 * tests.length;
    const code = await this.#run(['node_modules/.bin/vitest', 'run', ...options, ...tests], seconds);
    if (code === 0) return undefined;
    return code === undefined ? 'late' : (this.#firstFailed(report) ?? 'the run itself');
  }

  /** Whether the whole project compiles: a mutant that does not is no mutant. */
  async compiles(): Promise<boolean> {
    return (await this.#run(['node_modules/.bin/tsc', '-p', '.'], 600)) === 0;
  }

  remove(): void {
    this.#kill();
    rmSync(this.path, { recursive: true, force: true });
  }

  #firstFailed(report: string): string | undefined {
    if (!existsSync(report)) return undefined;
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; message: string; assertionResults: { status: string }[] }[];
    };
    // The status of a file is no help: it is also `failed` if the file did not run to its end.
    const hasFailed = ({ message, assertionResults }: (typeof testResults)[number]) =>
      message !== '' || assertionResults.some(({ status }) => status === 'failed');
    return testResults.find(hasFailed)?.name.slice(this.path.length + 1);
  }

  /** The exit code; undefined if it took longer. */
  #run(command: readonly string[], seconds: number): Promise<number | undefined> {
    const [program = '', ...args] = [...this.#through, ...command];
    const child = spawn(program, args, { cwd: this.path, stdio: 'ignore', detached: true });
    this.#child = child;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        resolve(undefined);
        this.#kill();
      }, seconds * 1000);
      child.on('error', reject).on('exit', (code) => {
        this.#child = undefined;
        clearTimeout(timer);
        resolve(code ?? 1);
      });
    });
  }

  /** Ends the running command with its children. Its end is no verdict. */
  #kill(): void {
    this.#child?.removeAllListeners();
    if (this.#child?.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    this.#child = undefined;
  }
}
