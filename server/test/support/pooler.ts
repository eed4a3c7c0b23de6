/** Debian's PgBouncer in transaction mode, before the tests' PostgreSQL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../../src/db/database.ts';
import { findFreePort, isListening } from './free-port.ts';
import { PATH } from './programs.ts';

export interface Pooler {
  connection: Connection;
  close(): Promise<void>;
}

/** Has so few server sessions that clients always share them. */
export async function startPooler({ host, port, user, database }: Connection): Promise<Pooler> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-pooler-'));
  const listening = await findFreePort();
  const file = join(directory, 'pgbouncer.ini');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: listening,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 4,
    max_client_conn: 200,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const target = `host=${host} port=${port} user=${user}`;
  await writeFile(file, ['[databases]', `* = ${target}`, '[pgbouncer]', ...lines, ''].join('\n'));
  // PgBouncer refuses to run as root, and only the user of PostgreSQL may access the directory of the socket.
  const { uid, gid } = await stat(String(host));
  if (process.getuid?.() === 0) await chown(directory, uid, gid);
  await chmod(directory, 0o755);
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  const child = spawn('pgbouncer', ['-q', file], { ...account, stdio: 'ignore', env: { PATH } });
  const exited = once(child, 'exit');
  while (!(await isListening(listening))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start.');
    await pause(20);
  }
  return {
    connection: { host: '127.0.0.1', port: listening, user, database },
    async close() {
      child.kill('SIGKILL');
      await exited;
      await rm(directory, { recursive: true });
    },
  };
}
