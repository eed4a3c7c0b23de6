/** Runs PostgreSQL beside Node, with its cluster in the data directory. PostgreSQL stops when Node ends. */
import { type FileHandle, mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../base/operator-error.ts';
import { chooseAccount, explainUnprivilegedRoot } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import { provideCluster } from './embedded-cluster.ts';
import { type GuardedProcess, type Launch, startGuarded } from './embedded-guard.ts';
import { clearStalePid, lockDataDirectory } from './embedded-lock.ts';
import { readPidFile } from './embedded-running.ts';
import { owner, settings } from './embedded-settings.ts';
import { port, provideSocketDirectory } from './embedded-socket.ts';

export { DataDirectoryInUse } from './embedded-lock.ts';

export interface EmbeddedPostgres {
  /** Options for pg's Pool and Client. The host is the directory of a Unix socket. */
  connection: { host: string; port: number; user: string; database: string };
  /** Process id of the postmaster. */
  pid: number;
  /** Settles when the server has ended, for any reason. */
  exited: Promise<void>;
  /** Closes all connections and waits until the server has ended. */
  stop(): Promise<void>;
  /** Accepts no new connections, waits until all existing ones are closed, and then until the server has ended. */
  retire(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Created when missing. The cluster is in its folder `postgres`. */
  dataDir: string;
  /** Receives PostgreSQL's log, line by line. */
  log?: (line: string) => void;
  /** Root of the package with the binaries. By default, the installed package for this platform. */
  packageDir?: string;
  /** Seconds to wait for another Belfry on this directory. By default long enough for its shutdown. */
  lockTimeout?: number;
  /** Replace the settings of PostgreSQL. Tests do not wait for the disk. */
  settings?: Partial<typeof settings>;
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const lock = await lockDataDirectory(dataDir, options.lockTimeout);
  try {
    const cluster = join(dataDir, 'postgres');
    const account = await chooseAccount(cluster);
    const binaries = await findBinaries(account, options.packageDir);
    const launch = { account, cluster, lock, log: options.log ?? (() => {}) };
    await provideCluster(binaries, launch);
    await clearStalePid(dataDir, cluster);
    const host = await provideSocketDirectory(dataDir, account);
    const server = await startGuarded(
      join(binaries.dir, 'bin/postgres'),
      flags(host, options.settings),
      launch,
    );
    const exited = server.exited.then(() => cleanUp(host, lock));
    await waitUntilReady(server, launch);
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
    throw explainUnprivilegedRoot(error);
  }
}

async function cleanUp(socketDirectory: string, lock: FileHandle): Promise<void> {
  await rm(socketDirectory, { recursive: true, force: true });
  await lock.close();
}

function flags(socketDirectory: string, replaced: EmbeddedOptions['settings']): string[] {
  const all = { ...settings, ...replaced, port, unix_socket_directories: `"${socketDirectory}"` };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Without a timeout: recovery after a crash may be long, and a server that cannot start exits. */
async function waitUntilReady(server: GuardedProcess, { cluster }: Launch): Promise<void> {
  let isRunning = true;
  server.exited.then(() => {
    isRunning = false;
  });
  while (isRunning) {
    const { pid, isReady } = await readPidFile(cluster);
    if (pid === server.pid && isReady) return;
    await sleep(5);
  }
  throw new OperatorError(`PostgreSQL could not start on ${cluster}: ${server.lastLines.join('\n')}`);
}
