/** The oldest supported PostgreSQL, from Debian's package, on a port of this machine. Some users must use TLS. */
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { chooseAccount } from '../../src/db/embedded-account.ts';
import { startGuarded } from '../../src/db/embedded-guard.ts';
import { lockDataDirectory } from '../../src/db/embedded-lock.ts';
import { makeCertificates } from './certificates.ts';
import { findFreePort } from './free-port.ts';
import { OLDEST_POSTGRES } from './programs.ts';

export interface OldestPostgres extends AsyncDisposable {
  port: number;
  /** Path of the authority of its certificate, which is only for `localhost`. */
  authority: string;
  /** For the superuser, who needs no TLS. */
  db: Database;
  /** For the user `guarded`, who must use TLS and owns a new database. */
  makeDatabase(): Promise<string>;
}

const access = [
  'local all all trust',
  'host all belfry 127.0.0.1/32 trust',
  'hostssl all all 127.0.0.1/32 trust',
];

export async function startOldestPostgres(): Promise<OldestPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-oldest-'));
  const account = await chooseAccount(join(directory, 'none'));
  await chown(directory, account.uid, account.gid);
  const cluster = join(directory, 'cluster');
  const { certFile, keyFile, authority } = await makeCertificates(join(directory, 'tls'));
  await chown(keyFile, account.uid, account.gid);
  const run = promisify(execFile);
  const initdb = ['-D', cluster, '-U', 'belfry', '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(join(OLDEST_POSTGRES, 'initdb'), initdb, { ...account, cwd: '/' });
  await writeFile(join(cluster, 'pg_hba.conf'), `${access.join('\n')}\n`);
  const port = await findFreePort();
  const tls = { ssl: 'on', ssl_cert_file: certFile, ssl_key_file: keyFile };
  const own = { port, listen_addresses: '127.0.0.1', unix_socket_directories: directory, fsync: 'off' };
  const flags = Object.entries({ ...own, ...tls }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const lock = await lockDataDirectory(directory);
  const place = { account, cluster, lock, log: () => undefined };
  const server = await startGuarded(join(OLDEST_POSTGRES, 'postgres'), flags, place);
  const db = openDatabase({ host: directory, port, user: 'belfry', database: 'postgres' }, { poolSize: 2 });
  await untilReady(db);
  await db.rows('create role guarded login');
  let databases = 0;
  return {
    port,
    authority,
    db,
    async makeDatabase() {
      databases += 1;
      await db.rows(`create database belfry_${databases} owner guarded`);
      return `belfry_${databases}`;
    },
    async [Symbol.asyncDispose]() {
      await db.close();
      server.interrupt();
      await server.exited;
      await lock.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function untilReady(db: Database): Promise<void> {
  while ((await db.rows('select 1 as yes').catch(() => undefined)) === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
