/**
 * A real service in a separate process, set up over HTTP, and what Linux reports of its processes. Its data directory is
 * deleted when it stops.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '../sdk/client.ts';
import type { Connection } from '../server/src/db/database.ts';
import { findRunning } from '../server/src/db/embedded-running.ts';
import { findFreePort } from '../server/test/support/free-port.ts';
import { makeMember, makeWorkspace } from '../server/test/support/people.ts';
import { openDisposable } from '../server/test/support/temporary-postgres.ts';

/** The folder of this version of Belfry. */
export const root = join(import.meta.dirname, '..');
const TIMEOUT = 30_000;
/** Of {@link callMany}. */
const CONNECTIONS = 8;
const TOKEN = 'opens-the-first-run';
/** The owner of the first workspace, which this set-up creates. */
export const PERSON = { name: 'Ada', email: 'ada@example.com', password: 'long enough', workspace: 'Bench' };

/** An empty folder, which is deleted in the end. */
export function makeFolder() {
  return mkdtempDisposable(join(tmpdir(), 'belfry-bench-'));
}

export interface BenchService {
  url: string;
  key: string;
  /** Of its Node process. */
  pid: number;
  /** Of its embedded PostgreSQL. */
  database: Connection & { host: string };
  call: Client['call'];
  [Symbol.asyncDispose](): Promise<void>;
}

export interface StartOptions {
  /** Added to the environment. */
  env?: Record<string, string>;
  /** Pins the service, its PostgreSQL included, to this core. */
  core?: number;
  /** The folder of the version that runs, with its packages installed. Default: this one. */
  version?: string;
}

export async function startService({
  env = {},
  core,
  version = root,
}: StartOptions = {}): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const port = await findFreePort();
  const command = startCommand(version);
  const pinned = core === undefined ? command : ['taskset', '-c', String(core), ...command];
  const child = spawnService(pinned, { dataDir, port, env, version });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(url, child);
  const key = await setUp(url);
  const database = await findRunning(dataDir);
  if (database === undefined) throw new Error('The service runs without its PostgreSQL.');
  return {
    url,
    key,
    pid: child.pid as number,
    database,
    call: connect(url, key).call,
    async [Symbol.asyncDispose]() {
      await stop(child);
      // On a busy disk, its PostgreSQL may still be writing.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

/** The command of `npm start`. */
function startCommand(version: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(version, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return ['sh', '-c', scripts.start];
}

export function spawnService(
  [program = '', ...args]: string[],
  { dataDir, port, env = {}, version = root }: StartOptions & { dataDir: string; port: number },
): ChildProcess {
  const own = {
    DATA_DIR: dataDir,
    PORT: String(port),
    BELFRY_SETUP_TOKEN: TOKEN,
    RATE_LIMIT_READS: '0',
    RATE_LIMIT_WRITES: '0',
    LOG_LEVEL: 'warn',
  };
  // It logs only warnings and errors, which the person who measures should see.
  return spawn(program, args, {
    cwd: version,
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + TIMEOUT;
  while (performance.now() < end && child.exitCode === null) {
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(5);
  }
  await stop(child);
  throw new Error(`The service did not answer on ${url}; its exit code is ${child.exitCode}.`);
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function setUp(url: string): Promise<string> {
  const { data } = await connect(url).call('setUp', { body: { token: TOKEN, ...PERSON } });
  return data.api_key ?? '';
}

/** Sends each request once, so that what is measured is one request. */
export function connect(url: string, key?: string): Client {
  return createClient({ url, retry: false, ...(key !== undefined && { key }) });
}

/** Adds members to the first workspace, and returns an API key of each. */
export async function addMembers({ database }: BenchService, count: number): Promise<string[]> {
  await using db = openDisposable(database, { statementTimeout: 0 });
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) keys.push((await makeMember(db, 1, 'editor')).key);
  return keys;
}

/** Adds a workspace, and returns an API key of its owner. */
export async function addWorkspace({ database }: BenchService): Promise<string> {
  await using db = openDisposable(database, { statementTimeout: 0 });
  return (await makeMember(db, await makeWorkspace(db), 'owner')).key;
}

/** Runs `work` with 0 to `count` - 1, a few at a time. Returns its results. */
export async function callMany<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const callAll = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, callAll));
  return results;
}

/**
 * Memory of these processes in megabytes. Pss divides shared memory among the processes that share it, as PostgreSQL's
 * do. Node's binary may be shared with other Nodes on this machine. A machine that runs only Belfry has no other Nodes,
 * so for Node use Rss.
 */
export async function readMemory(pids: readonly number[], kind: 'Rss' | 'Pss'): Promise<number> {
  const rollups = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8')));
  const kilobytes = rollups.map((text) => Number(new RegExp(`^${kind}: +(\\d+) kB$`, 'm').exec(text)?.[1]));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** The process's maximum resident memory since {@link resetPeak}, in megabytes. */
export async function readPeak(pid: number): Promise<number> {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** The process, followed by all its descendants. */
export async function findFamily(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const parent = /^.*\) \S (\d+)/.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

/** CPU seconds of a process so far: its own, and with all its descendants, including those that have ended. */
export async function readCpu(pid: number): Promise<{ own: number; all: number }> {
  const times = await Promise.all((await findFamily(pid)).map((each) => readTimes(each).catch(() => NONE)));
  const all = times.reduce((sum, { own, ended }) => sum + own + ended, 0);
  return { own: times[0]?.own ?? 0, all };
}

const NONE = { own: 0, ended: 0 };

/** `ended`: of children that have ended. */
async function readTimes(pid: number): Promise<{ own: number; ended: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const ticks = /^.*\)(?: \S+){11} (\d+) (\d+) (\d+) (\d+)/.exec(text)?.slice(1).map(Number) ?? [];
  // The kernel reports hundredths of a second, independent of its own clock rate.
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = ticks.map((count) => count / 100);
  return { own: user + system, ended: endedUser + endedSystem };
}
