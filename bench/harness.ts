/** A real service in a separate process, set up over HTTP. Its data directory is deleted when it stops. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../server/src/db/database.ts';

const root = join(import.meta.dirname, '..');
const TIMEOUT = 30_000;
const TOKEN = 'opens-the-first-run';

export interface BenchService {
  url: string;
  key: string;
  /** Of its Node process. */
  pid: number;
  /** Of its embedded PostgreSQL. */
  database: Connection & { host: string };
  /** Calls the API, with another key if one is given; throws unless it succeeds. */
  call<T>(method: string, path: string, body?: object, key?: string): Promise<T>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface StartOptions {
  /** Added to the environment. */
  env?: Record<string, string>;
  /** Pins the service, its PostgreSQL included, to this core. */
  core?: number;
}

export async function startService({ env = {}, core }: StartOptions = {}): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const port = await freePort();
  const command = startCommand();
  const pinned = core === undefined ? command : ['taskset', '-c', String(core), ...command];
  const child = spawnService(pinned, { dataDir, port, env });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(url, child);
  const key = await setUp(url);
  return {
    url,
    key,
    pid: child.pid as number,
    database: { host: await readSocketDirectory(dataDir), port: 5432, user: 'belfry', database: 'belfry' },
    call: (method, path, body, by = key) => call(url, by, method, path, body),
    async [Symbol.asyncDispose]() {
      await stop(child);
      // On a busy disk, its PostgreSQL may still be writing.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

/** Another worker on the database of a service whose sockets are in this directory. */
export async function startWorker(socket: string, env: Record<string, string>): Promise<ChildProcess> {
  const database = { host: socket, database: 'belfry' };
  return (await startOn(database, { ...env, BELFRY_ROLE: 'worker' })).child;
}

/** A service on an existing database, which contains this key. */
export async function startServiceOn(
  database: BenchService['database'],
  key: string,
  env: Record<string, string> = {},
): Promise<BenchService> {
  const { child, url, dataDir } = await startOn(database, env);
  return {
    url,
    key,
    pid: child.pid as number,
    database,
    call: (method, path, body, by = key) => call(url, by, method, path, body),
    async [Symbol.asyncDispose]() {
      await stop(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startOn(
  { host, database }: { host: string; database?: string | undefined },
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string; dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const port = await freePort();
  const child = spawnService(startCommand(), {
    dataDir,
    port,
    env: { ...env, DATABASE_URL: `postgres://belfry@localhost/${database}?host=${encodeURIComponent(host)}` },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(url, child);
  return { child, url, dataDir };
}

/** The command of `npm start`. */
function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return ['sh', '-c', scripts.start];
}

export function spawnService(
  [program = '', ...args]: string[],
  { dataDir, port, env = {} }: { dataDir: string; port: number; env?: Record<string, string> },
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
    cwd: root,
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function setUp(url: string): Promise<string> {
  const people = { name: 'Ada', email: 'ada@example.com', password: 'long enough', workspace: 'Bench' };
  const path = '/api/setup';
  const { api_key } = await call<{ api_key: string }>(url, '', 'POST', path, { token: TOKEN, ...people });
  return api_key;
}

/** Throws unless the API answers with success. */
export async function call<T>(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(url + path, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === '' ? (undefined as T) : (JSON.parse(text) as { data: T }).data;
}

/** Only the pid file names the directory in which the embedded server listens. */
async function readSocketDirectory(dataDir: string): Promise<string> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return lines[4] ?? '';
}
