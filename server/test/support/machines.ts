/** Several service processes with one database, one store and the real clock, as on several machines. */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '../../../prove/process.ts';
import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/database.ts';
import { copyTemplate } from './app.ts';
import type { Client, Identity } from './client.ts';
import { createClient } from './client.ts';
import { startFakeS3 } from './fake-s3.ts';
import { findFreePort } from './free-port.ts';
import { untilIdle } from './held-inserts.ts';
import { urlOf } from './killable.ts';
import { makeMember, makeWorkspace } from './people.ts';
import { startPooler } from './pooler.ts';
import { requireNoSecrets } from './secrets.ts';

export interface Machine extends Client {
  origin: string;
  /** Returns when it answers. Its address is always the same. */
  start(): Promise<void>;
  /** Stops it in order. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

export interface Machines {
  db: Database;
  owner: Identity;
  /** For DATABASE_URL. `pooled` leads through a pooler in transaction mode, if the test asked for one. */
  direct: string;
  pooled: string;
  /** One of the running processes. */
  add(env?: Record<string, string>): Promise<Machine>;
  readLog(): Promise<string>;
  killAll(): Promise<void>;
  close(): Promise<void>;
}

const realClock =
  "create or replace function clock_now() returns timestamptz language sql stable as 'select now()'";

const constant = {
  AWS_ACCESS_KEY_ID: 'tests',
  AWS_SECRET_ACCESS_KEY: 'tests',
  BELFRY_SECRET: 's'.repeat(32),
  OUTBOUND_ALLOW: '127.0.0.1',
  RATE_LIMIT_READS: '0',
  RATE_LIMIT_WRITES: '0',
  LOG_LEVEL: 'warn',
};

export async function openMachines({ pooled = false }: { pooled?: boolean } = {}): Promise<Machines> {
  const { connection, drop } = await copyTemplate();
  const db = openDatabase(connection, { poolSize: 2 });
  await db.rows(realClock);
  const owner = await makeMember(db, await makeWorkspace(db), 'owner');
  const directory = await mkdtemp(join(tmpdir(), 'belfry-machines-'));
  const log = await open(join(directory, 'log'), 'a');
  const readLog = () => readFile(join(directory, 'log'), 'utf8');
  const s3 = await startFakeS3();
  const pooler = pooled ? await startPooler(connection) : undefined;
  const { bucket } = await s3.makeBucket();
  const shared = {
    ...constant,
    DATABASE_URL: urlOf(connection),
    STORAGE_URL: `s3://${bucket}?endpoint=${s3.endpoint}`,
  };
  const machines: Machine[] = [];
  const killAll = async () => void (await Promise.all(machines.map(({ kill }) => kill())));
  return {
    db,
    owner,
    direct: urlOf(connection),
    pooled: pooler === undefined ? '' : urlOf(pooler.connection),
    readLog,
    killAll,
    async add(env = {}) {
      const settings = await settle({ ...shared, ...env }, directory);
      const machine = prepareMachine(settings, log.fd, { owner, readLog });
      machines.push(machine);
      await machine.start();
      return machine;
    },
    async close() {
      await killAll();
      await pooler?.close();
      await s3.stop();
      await untilIdle(db);
      await db.close();
      await drop();
      await log.close();
      requireNoSecrets(await readLog(), [owner.key, constant.BELFRY_SECRET]);
      await rm(directory, { recursive: true });
    },
  };
}

/** A database and a bucket that other tests do not use. */
async function settle(settings: Record<string, string>, directory: string) {
  const port = String(await findFreePort());
  return { ...settings, PORT: port, DATA_DIR: join(directory, port) };
}

function prepareMachine(
  settings: { PORT: string } & Record<string, string>,
  log: number,
  { owner, readLog }: Pick<Machines, 'owner' | 'readLog'>,
): Machine {
  const origin = `http://127.0.0.1:${settings.PORT}`;
  let child: Child | undefined;
  return {
    ...createClient(origin, owner),
    origin,
    async start() {
      child = new Child(join(import.meta.dirname, '../../src/process/main.ts'), settings, log);
      while (!(await isAnswering(origin))) {
        if (!child.isAlive) throw new Error(`The service ended: ${await readLog()}`);
        await pause(20);
      }
    },
    stop: async () => child?.kill('SIGTERM'),
    kill: async () => child?.kill(),
  };
}

async function isAnswering(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/health`).catch(() => undefined);
  return answer?.status === 200;
}
