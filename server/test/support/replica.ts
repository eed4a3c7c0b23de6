/** A primary PostgreSQL server, and a standby that can be promoted. */
import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Connection, openDatabase } from '../../src/db/database.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { chooseAccount } from '../../src/db/embedded-account.ts';
import { findBinaries } from '../../src/db/embedded-binaries.ts';
import { startGuarded } from '../../src/db/embedded-guard.ts';
import { lockDataDirectory } from '../../src/db/embedded-lock.ts';
import { owner, settings } from '../../src/db/embedded-settings.ts';
import { port, provideSocketDirectory } from '../../src/db/embedded-socket.ts';
import { installTestSchema } from './schema.ts';

export interface Pair {
  /** Of the primary. */
  connection: Connection;
  /** Of the standby. */
  second: Connection;
  /** Resolves when the standby has all current data of the primary. */
  untilAbreast(): Promise<void>;
  /** Kills the primary, and promotes the standby. Returns its connection. */
  failOver(): Promise<Connection>;
  stop(): Promise<void>;
}

interface Running {
  connection: Connection;
  pid: number;
  exited: Promise<unknown>;
}

/**
 * Has the test schema. A commit waits for both servers; with `through`, a proxy between them, only for the primary.
 */
export async function startPair(through?: (first: Connection) => Promise<Connection>): Promise<Pair> {
  const parent = await mkdtemp(join(tmpdir(), 'belfry-pair-'));
  const [one, two] = [join(parent, 'one'), join(parent, 'two')];
  await prepareFirst(one);
  // Replication begins here, because the WAL before was written at the embedded server's lower level.
  const levelled = await start(one, {});
  await ask(levelled.connection, 'select 1 as yes', []);
  process.kill(levelled.pid, 'SIGINT');
  await levelled.exited;
  await mkdir(two);
  await promisify(execFile)('cp', ['-a', join(one, 'postgres'), join(two, 'postgres')]);
  await signStandby(join(two, 'postgres'));
  const first = await start(one, { synchronous_standby_names: through === undefined ? '*' : '' });
  const { host, port: at } = (await through?.(first.connection)) ?? first.connection;
  const second = await start(two, { primary_conninfo: `host=${host} port=${at} user=${owner}` });
  await ask(second.connection, 'select 1 as yes from pg_stat_wal_receiver where status = $1', ['streaming']);
  return {
    connection: first.connection,
    second: second.connection,
    async untilAbreast() {
      const sql = 'select pg_current_wal_lsn()::text as lsn';
      const db = openDatabase(first.connection, { poolSize: 1 });
      const row = await db.row<{ lsn: string }>(sql);
      await db.close();
      await ask(second.connection, 'select 1 as yes where pg_last_wal_replay_lsn() >= $1::pg_lsn', [
        row?.lsn,
      ]);
    },
    async failOver() {
      process.kill(first.pid, 'SIGKILL');
      await first.exited;
      await ask(second.connection, 'select pg_promote() as yes', []);
      await ask(second.connection, 'select 1 as yes where not pg_is_in_recovery()', []);
      return second.connection;
    },
    async stop() {
      for (const { pid } of [first, second]) {
        try {
          process.kill(pid, 'SIGINT');
        } catch {
          // It may have been killed before.
        }
      }
      await Promise.all([first.exited, second.exited]);
      await rm(parent, { recursive: true });
    },
  };
}

async function prepareFirst(dataDir: string): Promise<void> {
  const embedded = await startEmbedded({ dataDir });
  const db = openDatabase(embedded.connection, { poolSize: 1 });
  await installTestSchema(db);
  await db.close();
  await embedded.stop();
}

async function signStandby(cluster: string): Promise<void> {
  const { uid, gid } = await chooseAccount(cluster);
  const path = join(cluster, 'standby.signal');
  await writeFile(path, '');
  await chown(path, uid, gid);
}

async function start(dataDir: string, own: Record<string, string>): Promise<Running> {
  const cluster = join(dataDir, 'postgres');
  const account = await chooseAccount(cluster);
  const { dir } = await findBinaries(account);
  const host = await provideSocketDirectory(dataDir, account);
  const all = {
    ...settings,
    wal_level: 'replica',
    max_wal_senders: '4',
    port,
    unix_socket_directories: `"${host}"`,
    ...own,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const place = { account, cluster, lock: await lockDataDirectory(dataDir), log: () => undefined };
  const { pid, exited } = await startGuarded(join(dir, 'bin/postgres'), flags, place);
  const ended = exited.then(async () => {
    await place.lock.close();
    await rm(host, { recursive: true, force: true });
  });
  return { connection: { host, port, user: owner, database: owner }, pid, exited: ended };
}

/** Repeats until the query returns a row. */
async function ask(connection: Connection, sql: string, values: readonly unknown[]): Promise<void> {
  const db = openDatabase(connection, { poolSize: 1 });
  while ((await db.row(sql, values).catch(() => undefined)) === undefined) await pause(20);
  await db.close();
}
