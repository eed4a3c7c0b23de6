/** Several service processes with one database, one store and the real clock, as on several machines. */
import { join } from 'node:path';
import { Child } from '../../../prove/process.ts';
import type { Database } from '../../src/db/database.ts';
import { type Client, createClient, type Identity } from './client.ts';
import { startFakeS3 } from './fake-s3.ts';
import { findFreePort } from './free-port.ts';
import { openBase, untilAnswering, urlOf } from './killable.ts';
import { startPooler } from './pooler.ts';

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
  const base = await openBase(false, (db) => db.rows(realClock));
  const s3 = await startFakeS3();
  const pooler = pooled ? await startPooler(base.connection) : undefined;
  const { bucket } = await s3.makeBucket();
  const shared = {
    ...constant,
    DATABASE_URL: urlOf(base.connection),
    STORAGE_URL: `s3://${bucket}?endpoint=${s3.endpoint}`,
  };
  const machines: Machine[] = [];
  const killAll = async () => void (await Promise.all(machines.map(({ kill }) => kill())));
  return {
    ...base,
    direct: urlOf(base.connection),
    pooled: pooler === undefined ? '' : urlOf(pooler.connection),
    killAll,
    async add(env = {}) {
      const port = String(await findFreePort());
      const settings = { ...shared, ...env, PORT: port, DATA_DIR: join(base.directory, port) };
      const machine = prepareMachine(settings, base);
      machines.push(machine);
      await machine.start();
      return machine;
    },
    async close() {
      await killAll();
      await pooler?.close();
      await s3.stop();
      await base.close(constant.BELFRY_SECRET);
    },
  };
}

function prepareMachine(
  settings: { PORT: string } & Record<string, string>,
  { owner, log, readLog }: Pick<Machines, 'owner' | 'readLog'> & { log: number },
): Machine {
  const origin = `http://127.0.0.1:${settings.PORT}`;
  let child: Child | undefined;
  return {
    ...createClient(origin, owner),
    origin,
    async start() {
      child = new Child(join(import.meta.dirname, '../../src/process/main.ts'), settings, log);
      await untilAnswering(child, origin, readLog);
    },
    stop: async () => child?.kill('SIGTERM'),
    kill: async () => child?.kill(),
  };
}
