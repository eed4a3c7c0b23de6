/** A service process that a test can kill. The test owns the database, so that a restart is fast. */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '../../../prove/process.ts';
import type { Connection, Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/database.ts';
import { copyTemplate } from './app.ts';
import type { Client, Identity } from './client.ts';
import { createClient } from './client.ts';
import { findFreePort } from './free-port.ts';
import { untilIdle } from './held-inserts.ts';
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
  const { connection, drop } = await copyTemplate();
  const db = openDatabase(connection, { poolSize: 2 });
  const owner = bare ? nobody : await makeMember(db, await makeWorkspace(db), 'owner');
  const directory = await mkdtemp(join(tmpdir(), 'belfry-kills-'));
  const dataDir = join(directory, 'data');
  const logPath = join(directory, 'log');
  const log = await open(logPath, 'a');
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    ...constant,
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(connection),
    PORT: String(port),
    ...env,
  };
  const processes = manage(port, async (at, known) => {
    const started = new Child(script, { ...settings, PORT: String(at) }, log.fd);
    known(started);
    while (!(await isAnswering(`http://127.0.0.1:${at}`))) {
      if (!started.isAlive) throw new Error(`The service ended: ${await readFile(logPath, 'utf8')}`);
      await pause(20);
    }
  });
  return {
    ...createClient(origin, owner),
    ...processes,
    origin,
    dataDir,
    db,
    readLog: () => readFile(logPath, 'utf8'),
    async close() {
      await processes.killAll();
      await untilIdle(db);
      await db.close();
      await drop();
      await log.close();
      if (!bare) requireNoSecrets(await readFile(logPath, 'utf8'), [owner.key]);
      await rm(directory, { recursive: true });
    },
  };
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
        void started.message<number>().then((message) => {
          pid = message;
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

async function isAnswering(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/health`).catch(() => undefined);
  return answer?.status === 200;
}
