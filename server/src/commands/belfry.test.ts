import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyTemplate } from '../../test/support/app.ts';
import { belfry as run, urlOf } from '../../test/support/command.ts';
import { copyEmptyCluster } from '../../test/support/empty-cluster.ts';
import { makeEvents, sealAll } from '../../test/support/events.ts';
import { chooseFastPlace } from '../../test/support/fast-place.ts';
import { makeMedia, makeMember, makeWorkspace } from '../../test/support/people.ts';
import { readConfig } from '../config/index.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { type Service, startService } from '../process/service.ts';
import { withDatabase } from './reach-database.ts';

const directory = await mkdtemp(join(await chooseFastPlace(), 'belfry-command-'));
const dataDir = join(directory, 'data');
afterAll(() => rm(directory, { recursive: true }));

const belfry = (command: string, env: Record<string, string> = { DATA_DIR: dataDir }) =>
  run(command.split(' '), env, directory);

function serve(path = dataDir): Promise<Service> {
  const config = { ...readConfig({ DATA_DIR: path, BELFRY_ROLE: 'api' }, []), port: 0 };
  return startService(config, pino({ level: 'silent' }));
}

async function leaveOrphan({ ctx }: Service): Promise<void> {
  const path = join(directory, 'file');
  await writeFile(path, 'bytes');
  await utimes(path, 1, 1);
  await ctx.files.adopt(`${randomUUID()}.png`, path);
}

describe('belfry', () => {
  test.each([
    'media',
    'media verify now',
    'media verify --workspace 1',
    'audit',
    'audit verify --remove-most',
    'audit verify --workspace x',
    'serve --json',
    'media verify --second-factor',
    'reset-password',
    'reconcile',
    'networks check',
    'networks check sandbox --channel x',
    'reconcile 7 --all',
    'doctor --all',
    'reset-password ada@people.example eve@people.example',
    'reset-password ada@people.example --json',
    '--jsn',
    'verify',
  ])('refuses %s, and prints the usage', async (command) => {
    const { code, stdout, stderr } = await belfry(command);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: npx belfry <command>');
  });

  test('prints the usage with --help', async () => {
    const { code, stdout } = await belfry('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('media verify');
  });

  test('prints its version, even with invalid settings', async () => {
    const { code, stdout, stderr } = await belfry('--version', { DATA_DIR: dataDir, PORT: 'x' });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^belfry \d+\.\d+\.\d+( \([0-9a-f]{12}\))?\n$/);
    expect((await belfry('doctor --version')).code).toBe(2);
  });

  test('names each invalid setting', async () => {
    const { code, stderr } = await belfry('media verify', { DATA_DIR: dataDir, PORT: 'x' });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The configuration is invalid\. Correct the environment or \.env:\n- PORT is "x"/,
    );
  });
});

describe('belfry media verify', () => {
  test('creates no database where there is none', async () => {
    const { code, stderr } = await belfry('media verify');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no database in .*\. Start Belfry once, or set DATA_DIR/);
    expect(await readdir(directory)).toEqual([]);
  });

  describe('with the embedded database', () => {
    let service: Service;
    let lost: number;
    beforeAll(async () => {
      await copyEmptyCluster(dataDir);
      service = await serve();
      lost = await makeMedia(service.ctx.db, await makeWorkspace(service.ctx.db));
    });

    test('works while the service runs, and does not disturb it', async () => {
      await leaveOrphan(service);
      const { code, stdout, stderr } = await belfry('media verify --json');
      expect([code, stderr]).toEqual([1, '']);
      expect(JSON.parse(stdout)).toMatchObject({
        orphans_removed: 1,
        damaged: 1,
        media: [{ id: lost, workspace_id: 1, name: 'file', size: 1000, found: null }],
      });
      await leaveOrphan(service);
      expect(await service.ctx.db.rows('select id from media')).toEqual([{ id: lost }]);
      await service.stop();
    });

    test('works while the service is stopped, and leaves no process running', async () => {
      const { code, stdout, stderr } = await belfry('media verify');
      expect([code, stderr]).toEqual([1, '']);
      expect(stdout).toMatch(/^Removed 1 file that had no row\.$/m);
      expect(stdout).toContain(`Missing: media ${lost}, "file", of workspace 1 (1,000 bytes).\n`);
      service = await serve();
      await service.ctx.db.rows('delete from media');
      await service.stop();
    });

    test('works after the database server was killed, and twice at the same time', async () => {
      const gone = ['999999', dataDir, '0', '5432', join(directory, 'nowhere'), '', '0 0', 'ready'];
      await writeFile(join(dataDir, 'postgres/postmaster.pid'), gone.join('\n'));
      const both = await Promise.all([belfry('media verify'), belfry('media verify')]);
      const fine = {
        code: 0,
        stdout: 'Compared 0 files with 0 rows.\nAll media have their files.\n',
        stderr: '',
      };
      expect(both).toEqual([fine, fine]);
    });

    test('runs again when another command stops the database between two connections', async () => {
      const unavailable = Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
      let runs = 0;
      const config = readConfig({ DATA_DIR: dataDir }, []);
      const work = async (db: Database) => {
        runs += 1;
        if (runs === 1) throw unavailable;
        return db.row('select 7 as seven');
      };
      expect([await withDatabase(config, work), runs]).toEqual([{ seven: 7 }, 2]);
      runs = 0;
      await expect(withDatabase(config, () => Promise.reject(unavailable))).rejects.toThrow('shutting down');
    });

    test('changes nothing in a database of another version', async () => {
      service = await serve();
      const { db } = service.ctx;
      await db.rows("insert into migrations (name) values ('9999_later.sql')");
      expect(await belfry('media verify')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'A newer version of Belfry has changed this database. Run the command of that version.\n',
      });
      await db.rows("delete from migrations where name > '0001_foundation.sql'");
      const { code, stderr } = await belfry('media verify');
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('lacks migrations of this version of Belfry. Start this version'),
      ]);
      await service.stop();
    });
  });

  test('works with a PostgreSQL server of the operator', async () => {
    const { connection, drop } = await copyTemplate();
    const url = urlOf(connection);
    const db = openDatabase(connection, { poolSize: 1 });
    const id = await makeMedia(db, await makeWorkspace(db));
    await db.close();
    const { code, stdout } = await belfry('media verify', {
      DATABASE_URL: url,
      DATA_DIR: join(directory, 'own'),
    });
    await drop();
    expect([code, stdout]).toEqual([1, expect.stringContaining(`Missing: media ${id},`)]);
    const { code: failed, stderr } = await belfry('media verify', { DATABASE_URL: url });
    expect([failed, stderr]).toEqual([
      1,
      'The database that DATABASE_URL names does not exist. Create it, or correct the name.\n',
    ]);
  });
});

describe('belfry audit verify', () => {
  test('names the broken event, after it sealed the remaining events', async () => {
    const { connection, drop } = await copyTemplate();
    const env = { DATABASE_URL: urlOf(connection) };
    const db = openDatabase(connection, { poolSize: 1 });
    await makeEvents(db, 1, {}, 3);
    await makeEvents(db, 2, {}, 3);
    await sealAll(db);
    const whole = 'Checked 6 events of 2 workspaces.\nThe event log is intact.\n';
    expect(await belfry('audit verify', env)).toEqual({ code: 0, stdout: whole, stderr: '' });
    await db.transaction(async (tx) => {
      await tx.rows("select set_config('session_replication_role', 'replica', true)");
      await tx.rows("update events set data = '{}' where workspace_id = 2 and seq = 2");
    });
    await db.close();
    const { code, stdout } = await belfry('audit verify', env);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(
        'The event log of workspace 2 is broken: event 2, or its place in the log, was changed',
      ),
    ]);
    expect((await belfry('audit verify --workspace 1', env)).code).toBe(0);
    const { code: found, stdout: json } = await belfry('audit verify --workspace 2 --json', env);
    await drop();
    expect([found, JSON.parse(json)]).toMatchObject([
      1,
      { chains: [{ workspace_id: 2, seq: 1, broken: { seq: 2, fault: 'changed' } }] },
    ]);
  });
});

describe('belfry mark-restored', () => {
  const restoredDir = join(directory, 'restored');
  beforeAll(async () => {
    await copyEmptyCluster(restoredDir);
    await (await serve(restoredDir)).stop();
  });

  test.each(['mark-restored', 'restored'])('runs as %s', async (name) => {
    const { code, stdout, stderr } = await belfry(name, { DATA_DIR: restoredDir });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Belfry takes .* UTC as the moment to which the database was restored\.\n/);
  });
});

describe('belfry reconcile --all', () => {
  test('names the copies that it cannot ask about, and asks about none while no worker runs', async () => {
    const { connection, drop } = await copyTemplate();
    const env = { DATABASE_URL: urlOf(connection) };
    const db = openDatabase(connection, { poolSize: 1 });
    const { userId, workspaceId } = await makeMember(db, await makeWorkspace(db), 'owner');
    const nothing = { code: 0, stdout: 'No copy is in doubt.\n', stderr: '' };
    expect(await belfry('reconcile --all', env)).toEqual(nothing);
    for (const platform of ['sandbox', 'mastodon']) await makeDoubt(db, { userId, workspaceId, platform });
    const { code, stdout, stderr } = await belfry('reconcile --all', env);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toBe(
      [
        'Asked the networks about 0 of 2 copies in doubt: 0 published, 0 still unconfirmed.',
        'Not asked about: 1 copy on networks that Belfry cannot ask.',
        'Not asked about 1 copy, because no worker runs. Start the service, then run this again.',
        'Nothing was sent. An unconfirmed copy may be live. Check at the network before you send it again.',
        '',
      ].join('\n'),
    );
    const { stdout: json } = await belfry('reconcile --all --json', env);
    expect(JSON.parse(json)).toMatchObject({
      in_doubt: 2,
      asked: 0,
      cannot_be_asked: { network: 1 },
      left: 1,
    });
    await db.close();
    await drop();
  });
});

interface Doubted {
  userId: number;
  workspaceId: number;
  platform: string;
}

async function makeDoubt(db: Database, { userId, workspaceId, platform }: Doubted): Promise<void> {
  await db.rows(
    `with c as (
       insert into channels (workspace_id, platform, account_id, name, username) values ($1, $3, 'a', 'A', 'a') returning id),
     p as (insert into posts (workspace_id, author_id, status) values ($1, $2, 'failed') returning id),
     t as (
       insert into targets (workspace_id, post_id, channel_id, position, status)
       select $1, p.id, c.id, 0, 'failed' from p, c returning id)
     insert into journal (target_id, name, workspace_id, kind, state, first_at, last_at)
     select id, 'post', $1, 'commit', 'open', clock_now(), clock_now() from t`,
    [workspaceId, userId, platform],
  );
}
