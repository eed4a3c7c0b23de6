/** A service process that a test can kill. The test owns the database, so that a restart is fast. */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '../../../prove/process.ts';
import { type Connection, type Database, openDatabase } from '../../src/db/database.ts';
import { copyTemplate } from './app.ts';
import { type Client, createClient, type Identity } from './client.ts';
import { findFreePort, isListening } from './free-port.ts';
import { untilIdle } from './held.ts';
import { makeMember, makeWorkspace } from './people.ts';
import { requireNoSecrets } from './secrets.ts';

export interface Killable extends Client {
  origin: string;
  dataDir: string;
  db: Database;
  /** Returns when the service answers. */
  start(): Promise<void>;
  /** Stops it in order. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL. PostgreSQL may still run its statements. */
  kill(): Promise<void>;
  /** Pauses and continues the process with SIGSTOP and SIGCONT. Needs a script that sends its process id. */
  freeze(): void;
  thaw(): void;
  /** Starts another process with the same database and data. `kill` ends all. */
  startBeside(): Promise<void>;
  killAll(): Promise<void>;
  /** The output of the processes so far. */
  readLog(): Promise<string>;
  /** Resolves when the process exits by itself. */
  ended(): Promise<void>;
  close(): Promise<void>;
}

const constant = { BELFRY_ROLE: 'api', RATE_LIMIT_READS: '0', RATE_LIMIT_WRITES: '0', LOG_LEVEL: 'warn' };

const nobody: Identity = { key: '', userId: 0, workspaceId: 0 };
const service = join(import.meta.dirname, '../../src/process/main.ts');

/**
 * `script` is the service, or a script that also sends its process id to its parent. `bare`: without the first user, so
 * that the set-up is still open.
 */
export async function prepareKillable(
  env: Record<string, string>,
  script = service,
  { bare = false } = {},
): Promise<Killable> {
  const base = await openBase(bare);
  const dataDir = join(base.directory, 'data');
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    ...constant,
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(base.connection),
    PORT: String(port),
    ...env,
  };
  const processes = manage(port, async (at, known) => {
    const started = new Child(script, { ...settings, PORT: String(at) }, base.log);
    known(started);
    await untilAnswering(started, `http://127.0.0.1:${at}`, base.readLog);
  });
  return {
    ...createClient(origin, base.owner),
    ...base,
    ...processes,
    origin,
    dataDir,
    async close() {
      await processes.killAll();
      await base.close();
    },
  };
}

/** What the processes of a test share. `prepare` runs before the first user is created. */
export async function openBase(bare: boolean, prepare?: (db: Database) => Promise<unknown>) {
  const { connection, drop } = await copyTemplate();
  const db = openDatabase(connection, { poolSize: 2 });
  await prepare?.(db);
  const owner = bare ? nobody : await makeMember(db, await makeWorkspace(db), 'owner');
  const directory = await mkdtemp(join(tmpdir(), 'belfry-kills-'));
  const logPath = join(directory, 'log');
  const log = await open(logPath, 'a');
  const readLog = () => readFile(logPath, 'utf8');
  return {
    connection,
    db,
    owner,
    directory,
    log: log.fd,
    readLog,
    /** The processes must have ended. Throws if their log has the owner's key or one of the other secrets. */
    async close(...secrets: readonly string[]) {
      await untilIdle(db);
      await db.close();
      await drop();
      await log.close();
      requireNoSecrets(await readLog(), bare ? secrets : [owner.key, ...secrets]);
      await rm(directory, { recursive: true });
    },
  };
}

/** Throws when the process ends before it answers. */
export async function untilAnswering(
  child: Child,
  origin: string,
  readLog: () => Promise<string>,
): Promise<void> {
  const port = Number(new URL(origin).port);
  // A refused connection costs far less than a request that fails.
  while (
    !(await isListening(port)) ||
    (await fetch(`${origin}/health`).catch(() => undefined))?.status !== 200
  ) {
    if (!child.isAlive) throw new Error(`The service ended: ${await readLog()}`);
    await pause(20);
  }
}

type Run = (port: number, known: (started: Child) => void) => Promise<void>;

/** The process of the service, and its second process if there is one. */
function manage(port: number, run: Run) {
  let child: Child | undefined;
  let beside: Child | undefined;
  let pid = Number.NaN;
  return {
    start: () =>
      run(port, (started) => {
        child = started;
        started.onMessage((message) => {
          pid = message as number;
        });
      }),
    startBeside: async () =>
      run(await findFreePort(), (started) => {
        beside = started;
      }),
    async stop() {
      await child?.kill('SIGTERM');
    },
    async kill() {
      await child?.kill();
    },
    async killAll() {
      await child?.kill();
      await beside?.kill();
    },
    freeze: () => void process.kill(pid, 'SIGSTOP'),
    thaw: () => void process.kill(pid, 'SIGCONT'),
    ended: async () => child?.exited,
  };
}

/** In the form of DATABASE_URL. */
export function urlOf({ host, port, user, database }: Connection): string {
  const query = new URLSearchParams({ host: String(host), port: String(port), user: String(user) });
  return `postgres://localhost/${database}?${query}`;
}
