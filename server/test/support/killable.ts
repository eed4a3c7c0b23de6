/** The service as a process that a test can kill; its database is the test's, so that it is back at once. */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '../../../prove/process.ts';
import type { Connection, Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/database.ts';
import { copyTemplate, findFreePort } from './app.ts';
import type { Client } from './client.ts';
import { createClient } from './client.ts';
import { untilIdle } from './held-inserts.ts';
import { makeMember, makeWorkspace } from './people.ts';

export interface Killable extends Client {
  origin: string;
  dataDir: string;
  db: Database;
  /** Returns when it answers. */
  start(): Promise<void>;
  /** In order; what it compiled is kept, and every later start takes half the time. */
  stop(): Promise<void>;
  /** At once, by SIGKILL; its statements in the database may still go on. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const constant = { BELFRY_ROLE: 'api', RATE_LIMIT_READS: '0', RATE_LIMIT_WRITES: '0', LOG_LEVEL: 'warn' };

export async function prepareKillable(env: Record<string, string>): Promise<Killable> {
  const { connection, drop } = await copyTemplate();
  const db = openDatabase(connection, { poolSize: 2 });
  const owner = await makeMember(db, await makeWorkspace(db), 'owner');
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
    NODE_COMPILE_CACHE: join(directory, 'compiled'),
    ...env,
  };
  let child: Child | undefined;
  return {
    ...createClient(origin, owner),
    origin,
    dataDir,
    db,
    async start() {
      child = new Child(join(import.meta.dirname, '../../src/main.ts'), settings, log.fd);
      while (!(await isAnswering(origin))) {
        if (!child.isAlive) throw new Error(`The service ended: ${await readFile(logPath, 'utf8')}`);
        await pause(20);
      }
    },
    async stop() {
      await child?.kill('SIGTERM');
    },
    async kill() {
      await child?.kill();
    },
    async close() {
      await child?.kill();
      await untilIdle(db);
      await db.close();
      await drop();
      await log.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** As DATABASE_URL says it. */
export function urlOf({ host, port, user, database }: Connection): string {
  const query = new URLSearchParams({ host: String(host), port: String(port), user: String(user) });
  return `postgres://localhost/${database}?${query}`;
}

async function isAnswering(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/health`).catch(() => undefined);
  return answer?.status === 200;
}
