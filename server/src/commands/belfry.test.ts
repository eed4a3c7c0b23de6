import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyTemplate } from '../../test/support/app.ts';
import { belfry as run, urlOf } from '../../test/support/command.ts';
import { makeEvents, sealAll } from '../../test/support/events.ts';
import { makeMedia, makeWorkspace } from '../../test/support/people.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { type Service, startService } from '../service.ts';

const directory = await mkdtemp(join(tmpdir(), 'belfry-command-'));
const dataDir = join(directory, 'data');
afterAll(() => rm(directory, { recursive: true }));

const belfry = (command: string, env: Record<string, string> = { DATA_DIR: dataDir }) =>
  run(command.split(' '), env, directory);

function serve(): Promise<Service> {
  const config = { ...readConfig({ DATA_DIR: dataDir, BELFRY_ROLE: 'api' }, []), port: 0 };
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
    'reset-password ada@people.example eve@people.example',
    'reset-password ada@people.example --json',
    '--jsn',
    'verify',
  ])('does nothing when %s is no command, and says which there are', async (command) => {
    const { code, out, said } = await belfry(command);
    expect([code, out]).toEqual([2, '']);
    expect(said).toContain('Usage: npx belfry <command>');
  });

  test('says what it can do', async () => {
    const { code, out } = await belfry('--help');
    expect(code).toBe(0);
    expect(out).toContain('media verify');
  });

  test('says which version it is, whatever the settings are', async () => {
    const { code, out, said } = await belfry('--version', { DATA_DIR: dataDir, PORT: 'x' });
    expect([code, said]).toEqual([0, '']);
    expect(out).toMatch(/^belfry \d+\.\d+\.\d+( \([0-9a-f]{12}\))?\n$/);
    expect((await belfry('doctor --version')).code).toBe(2);
  });

  test('says what is wrong with its settings', async () => {
    const { code, said } = await belfry('media verify', { DATA_DIR: dataDir, PORT: 'x' });
    expect(code).toBe(1);
    expect(said).toMatch(/^The configuration cannot be used:\n- PORT is "x"/);
  });
});

describe('belfry media verify', { timeout: 60_000 }, () => {
  test('makes no database where there is none', async () => {
    const { code, said } = await belfry('media verify');
    expect(code).toBe(1);
    expect(said).toMatch(/^There is no database in .*: start Belfry once, or set DATA_DIR/);
    expect(await readdir(directory)).toEqual([]);
  });

  describe('with the embedded database', () => {
    let service: Service;
    let lost: number;
    beforeAll(async () => {
      service = await serve();
      lost = await makeMedia(service.ctx.db, await makeWorkspace(service.ctx.db));
    });

    test('works while the service runs, which goes on', async () => {
      await leaveOrphan(service);
      const { code, out, said } = await belfry('media verify --json');
      expect([code, said]).toEqual([1, '']);
      expect(JSON.parse(out)).toMatchObject({
        orphans_removed: 1,
        damaged: 1,
        media: [{ id: lost, workspace_id: 1, name: 'file', size: 1000, found: null }],
      });
      await leaveOrphan(service);
      expect(await service.ctx.db.rows('select id from media')).toEqual([{ id: lost }]);
      await service.stop();
    });

    test('works while it does not, and leaves nothing running', async () => {
      const { code, out, said } = await belfry('media verify');
      expect([code, said]).toEqual([1, '']);
      expect(out).toMatch(/^Removed 1 file that no row names\.$/m);
      expect(out).toContain(`Missing: media ${lost}, "file", of workspace 1 (1,000 bytes).\n`);
      service = await serve();
      await service.ctx.db.rows('delete from media');
      await service.stop();
    });

    test('works after the server was killed, and twice at once', async () => {
      const gone = ['999999', dataDir, '0', '5432', join(directory, 'nowhere'), '', '0 0', 'ready'];
      await writeFile(join(dataDir, 'postgres/postmaster.pid'), gone.join('\n'));
      const both = await Promise.all([belfry('media verify'), belfry('media verify')]);
      const fine = { code: 0, out: '0 files for 0 rows.\nAll is whole.\n', said: '' };
      expect(both).toEqual([fine, fine]);
    });

    test('leaves a database alone that another version made', async () => {
      service = await serve();
      const { db } = service.ctx;
      await db.rows("insert into migrations (name) values ('9999_later.sql')");
      expect(await belfry('media verify')).toEqual({
        code: 1,
        out: '',
        said: 'The database was made by a newer Belfry: run the command of that version.\n',
      });
      await db.rows("delete from migrations where name > '0001_foundation.sql'");
      const { code, said } = await belfry('media verify');
      expect([code, said]).toEqual([1, expect.stringContaining('is not up to date: start this version')]);
      await service.stop();
    });
  });

  test('works on an own PostgreSQL', async () => {
    const { connection, drop } = await copyTemplate();
    const url = urlOf(connection);
    const db = openDatabase(connection, { poolSize: 1 });
    const id = await makeMedia(db, await makeWorkspace(db));
    await db.close();
    const { code, out } = await belfry('media verify', {
      DATABASE_URL: url,
      DATA_DIR: join(directory, 'own'),
    });
    await drop();
    expect([code, out]).toEqual([1, expect.stringContaining(`Missing: media ${id},`)]);
    const { code: failed, said } = await belfry('media verify', { DATABASE_URL: url });
    expect([failed, said]).toEqual([1, 'The database that DATABASE_URL names does not exist.\n']);
  });
});

describe('belfry audit verify', { timeout: 60_000 }, () => {
  test('says where a chain is broken, after it sealed what was left', async () => {
    const { connection, drop } = await copyTemplate();
    const env = { DATABASE_URL: urlOf(connection) };
    const db = openDatabase(connection, { poolSize: 1 });
    await makeEvents(db, 1, {}, 3);
    await makeEvents(db, 2, {}, 3);
    await sealAll(db);
    const whole = 'Checked 6 events of 2 workspaces.\nAll is whole.\n';
    expect(await belfry('audit verify', env)).toEqual({ code: 0, out: whole, said: '' });
    await db.transaction(async (tx) => {
      await tx.rows("select set_config('session_replication_role', 'replica', true)");
      await tx.rows("update events set data = '{}' where workspace_id = 2 and seq = 2");
    });
    await db.close();
    const { code, out } = await belfry('audit verify', env);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('Workspace 2 is broken: event 2, or where it stands, was changed'),
    ]);
    expect((await belfry('audit verify --workspace 1', env)).code).toBe(0);
    const { code: found, out: json } = await belfry('audit verify --workspace 2 --json', env);
    await drop();
    expect([found, JSON.parse(json)]).toMatchObject([
      1,
      { chains: [{ workspace_id: 2, seq: 1, broken: { seq: 2, fault: 'changed' } }] },
    ]);
  });
});
