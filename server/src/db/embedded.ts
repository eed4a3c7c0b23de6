/** Runs PostgreSQL beside Node: its cluster lies in the data directory, and it ends when Node ends. */
import { type FileHandle, mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';
import { chooseAccount, sayPowerless } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import { owner, provideCluster } from './embedded-cluster.ts';
import { type Guarded, launch, type Place } from './embedded-guard.ts';
import { clearStalePid, lockDataDirectory } from './embedded-lock.ts';
import { settings } from './embedded-settings.ts';
import { port, provideSocketDirectory } from './embedded-socket.ts';

export { DataDirectoryInUse } from './embedded-lock.ts';

export interface EmbeddedPostgres {
  /** For pg's Pool and Client; the host is the directory of a unix socket. */
  connection: { host: string; port: number; user: string; database: string };
  /** Of the postmaster. */
  pid: number;
  /** Settles when the server is gone, for whatever reason. */
  exited: Promise<void>;
  /** Closes all connections, and waits until the server is gone. */
  stop(): Promise<void>;
  /** Takes no new connections, lets all that there are come to their end, and waits until the server is gone. */
  retire(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Made when missing; the cluster goes into its folder `postgres`. */
  dataDir: string;
  /** Receives what PostgreSQL says, line by line. */
  log?: (line: string) => void;
  /** Root of the package with the binaries; by default the installed one for this platform. */
  packageDir?: string;
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const lock = await lockDataDirectory(dataDir);
  try {
    const cluster = join(dataDir, 'postgres');
    const account = await chooseAccount(cluster);
    const binaries = await findBinaries(account, options.packageDir);
    const place = { account, cluster, lock, log: options.log ?? (() => {}) };
    await provideCluster(binaries, place);
    await clearStalePid(dataDir, cluster);
    const host = await provideSocketDirectory(dataDir, account);
    const server = await launch(join(binaries.dir, 'bin/postgres'), flags(host), place);
    const exited = server.exited.then(() => cleanUp(host, lock));
    await waitUntilReady(server, place);
    return {
      connection: { host, port, user: owner, database: owner },
      pid: server.pid,
      exited,
      stop() {
        server.interrupt();
        return exited;
      },
      retire() {
        server.retire();
        return exited;
      },
    };
  } catch (error) {
    await lock.close();
    throw sayPowerless(error);
  }
}

async function cleanUp(socketDirectory: string, lock: FileHandle): Promise<void> {
  await rm(socketDirectory, { recursive: true, force: true });
  await lock.close();
}

function flags(socketDirectory: string): string[] {
  const all = { ...settings, port, unix_socket_directories: `"${socketDirectory}"` };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** No deadline: after a crash, recovery takes as long as it takes, and a server that cannot start ends. */
async function waitUntilReady(server: Guarded, { cluster }: Place): Promise<void> {
  let alive = true;
  server.exited.then(() => {
    alive = false;
  });
  while (alive) {
    const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
    const [pid, , , , , , , status] = file.split('\n');
    if (Number(pid) === server.pid && status?.trim() === 'ready') return;
    await sleep(5);
  }
  throw new OperatorError(`PostgreSQL could not start on ${cluster}: ${server.lastWords.join('\n')}`);
}
