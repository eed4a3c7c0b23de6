import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyTemplate } from '../../test/support/app.ts';
import { OperatorError } from '../base/operator-error.ts';
import { type Database, openDatabase } from './database.ts';
import { listMigrations } from './migrate.ts';
import { upgrade } from './releases.ts';

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const copy = await copyTemplate('template0');
  drop = copy.drop;
  db = openDatabase(copy.connection, { poolSize: 3 });
});
afterAll(async () => {
  await db.close();
  await drop();
});
beforeEach(async () => {
  if ((await db.row("select from pg_tables where tablename = 'releases'")) === undefined) return;
  await db.rows('delete from releases');
  await db.rows("delete from migrations where name like '9%'");
});

/** Starts Belfry of this version on the database. Releases from `oldest` on may run beside it. */
const start = (version: string, oldest = version) => upgrade(db, { version, oldestBeside: oldest });
const migrateFurther = () => db.rows("insert into migrations (name) values ('9999_later.sql')");

describe('a database', () => {
  test('is created where there is none, and records which release has written it', async () => {
    expect(await start('0.2.0', '0.1.0')).toEqual(await listMigrations());
    expect(await start('0.2.0', '0.1.0')).toEqual([]);
    expect(await db.rows('select version, oldest_beside from releases')).toEqual([
      { version: '0.2.0', oldest_beside: '0.1.0' },
    ]);
  });

  test('written by a newer Belfry is refused, and the error says why', async () => {
    await start('0.10.0', '0.9.0');
    const refused = start('0.8.2');
    await expect(refused).rejects.toBeInstanceOf(OperatorError);
    await expect(refused).rejects.toThrow(
      'Belfry 0.10.0 has written this database. Versions older than 0.9.0 cannot run on it, and this is 0.8.2.',
    );
    expect(await db.rows('select version from releases')).toEqual([{ version: '0.10.0' }]);
  });

  test('is accepted if the newer release allows this one beside it, also with unknown migrations', async () => {
    await start('0.10.0', '0.9.0');
    await migrateFurther();
    expect(await start('0.9.4')).toEqual([]);
  });

  test('is refused if one of several newer releases does not allow it', async () => {
    await start('0.9.0', '0.8.0');
    await start('0.10.0', '0.9.0');
    await start('0.10.1', '0.8.0');
    await expect(start('0.8.0')).rejects.toThrow('Belfry 0.10.0 has written');
    expect(await start('0.11.0')).toEqual([]);
  });

  test('with migrations that no recorded release explains is refused', async () => {
    await start('0.2.0');
    await migrateFurther();
    await expect(start('0.2.0')).rejects.toThrow(
      'A newer Belfry has written this database (9999_later.sql is unknown here)',
    );
    await expect(start('0.3.0')).rejects.toThrow('9999_later.sql');
  });
});
