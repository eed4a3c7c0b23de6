import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { FIRST_MOMENT } from './clock.ts';

/** Installs the released schema, but with a fake clock. */
export async function installTestSchema(db: Database): Promise<void> {
  await migrate(db);
  await db.rows('create table test_clock (moment timestamptz not null)');
  await db.rows('insert into test_clock values ($1)', [FIRST_MOMENT]);
  await db.rows(
    "create or replace function clock_now() returns timestamptz language sql stable as 'select moment from test_clock'",
  );
}
