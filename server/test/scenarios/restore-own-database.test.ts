import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyArchive } from '../../src/backup/archive.ts';
import { openDatabase } from '../../src/db/database.ts';
import { copyTemplate } from '../support/app.ts';
import { openTowers, setUp, type Tower, type Towers } from '../support/bell-tower.ts';
import { urlOf } from '../support/killable.ts';

let towers: Towers;
let file: string;
let secret: string;
beforeAll(async () => {
  towers = await openTowers();
  const old = await towers.make('old');
  await old.prepare();
  file = join(towers.directory, 'belfry.tar');
  const service = await old.start({ BELFRY_ROLE: 'api' });
  await setUp(old);
  await service.stop();
  secret = (await readFile(join(old.dataDir, 'secret'), 'utf8')).trim();
  expect(await old.belfry('backup', file)).toMatchObject({ code: 0 });
});
afterAll(() => towers[Symbol.asyncDispose]());

/** With an empty database of its own. */
async function withOwn(name: string, work: (tower: Tower, url: string) => Promise<void>): Promise<void> {
  const { connection, drop } = await copyTemplate('template0');
  const tower = await towers.make(name);
  tower.env.DATABASE_URL = urlOf(connection);
  await work(tower, urlOf(connection)).finally(drop);
}

describe('a restore into the operator’s own PostgreSQL', () => {
  test('is refused while a process uses the database, even before the setup', () =>
    withOwn('busy', async (tower, url) => {
      const other = await towers.make('other');
      other.env.DATABASE_URL = tower.env.DATABASE_URL as string;
      const service = await other.start();
      const { code, stderr } = await tower.belfry('restore', file);
      expect([code, stderr]).toEqual([1, expect.stringContaining('A Belfry process used this database')]);
      await service.stop();
      const db = openDatabase({ connectionString: url }, { poolSize: 1 });
      await db.rows("update installation set beat_at = clock_now() - interval '1 minute'");
      await db.close();
      expect(await tower.belfry('restore', file)).toMatchObject({ code: 0, stderr: '' });
    }));

  test('is not resumed if another installation was set up meanwhile', () =>
    withOwn('meanwhile', async (tower, url) => {
      const service = await tower.start({ BELFRY_ROLE: 'api' });
      await setUp(tower);
      await service.stop();
      await writeFile(join(tower.dataDir, 'secret'), `${secret}\n`);
      await writeFile(join(tower.dataDir, 'half-restored'), `${await verifyArchive(file)}\n`);
      const { code, stderr } = await tower.belfry('restore', file);
      expect([code, stderr]).toEqual([1, expect.stringContaining('already has an installation')]);
      const db = openDatabase({ connectionString: url }, { poolSize: 1 });
      expect(await db.rows("select 1 from events where kind = 'database.restored'")).toEqual([]);
      await db.close();
    }));
});

test('of a directory in place of a backup, or without a file, is refused with a sentence', async () => {
  const tower = await towers.make('mistaken');
  expect((await tower.belfry('restore', towers.directory)).stderr).toContain('is a directory. Name the file');
  expect((await tower.belfry('restore')).stderr).toContain('restore needs FILE after its name.');
});
