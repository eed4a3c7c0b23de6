/** Calls with row types that fit and that do not, for the test of the comparison. */
import type { EventData } from '@belfry/contract/event-kinds.ts';
import type { Db } from '../../../src/db/database.ts';

export const wrong: readonly ((db: Db) => Promise<unknown>)[] = [
  (db) => db.row<{ id: number; name: string }>('select 1 as id'),
  (db) => db.row<{ id: number }>('select 2 as id, 3 as more'),
  (db) => db.row<{ id: number }>('select 4 as id, 5 as id'),
  (db) => db.rows<{ id: string }>('select 6 as id'),
  (db) => db.row<{ ids: number[] }>('select array[7]::numeric[] as ids'),
  (db) => db.row<{ at: string }>('select null::timestamptz as at'),
  (db) => db.row<{ scheduled_at: string }>('select scheduled_at from posts'),
  (db) => db.row<{ name: string }>('select u.name from posts p left join users u on u.id = p.author_id'),
  (db) => db.row<{ of: { id: number; name: string } }>(`select '{"id": "8", "more": 9}'::jsonb as of`),
];

export const right: readonly ((db: Db) => Promise<unknown>)[] = [
  (db) => db.row('select 1 as whatever'),
  (db) => db.row<{ id: number; name?: string }>('select 2::bigint as id'),
  (db) => db.row<{ scheduled_at: string | null }>('select scheduled_at from posts'),
  (db) => db.row<{ hash: Buffer | null; data: unknown }>('select hash, data from events'),
  (db) => db.rows<{ name: string }>('select u.name from posts p join users u on u.id = p.author_id'),
  (db) => db.row<{ id: number; [more: string]: unknown }>('select 2 as id, 3 as more'),
  (db) => db.row<{ of: { ids: number[] } | null }>(`select '{"ids": [3]}'::jsonb as of`),
  (db) =>
    db.row<{ of: Pick<EventData['target.failed'], 'details'> }>(
      `select '{"details": {"any": 4}}'::jsonb as of`,
    ),
];

export const neverRun = (db: Db) => db.row<{ id: number }>('select 10 as id');
