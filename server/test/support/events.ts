/** Creates events by SQL, and seals them. */

import type { Database, Db } from '../../src/db/database.ts';
import { sealEvents } from '../../src/events/sealer.ts';
import { madeKinds } from './made-kinds.ts';

export interface EventMade {
  kind?: string;
  user_id?: number;
  post_id?: number;
  channel_id?: number;
  data?: object;
}

/** Creates `count` equal events. `data.n` is their number unless `data` has it. */
export async function makeEvents(
  db: Db,
  workspaceId: number,
  { kind = 'test.happened', user_id, post_id, channel_id, data }: EventMade = {},
  count = 1,
): Promise<void> {
  madeKinds.add(kind);
  await db.rows(
    `insert into events (workspace_id, kind, user_id, post_id, channel_id, data)
     select $1, $2, $3, $4, $5, coalesce($6::jsonb, jsonb_build_object('n', n)) from generate_series(1, $7::int) n`,
    [workspaceId, kind, user_id, post_id, channel_id, data && JSON.stringify(data), count],
  );
}

/** Repeats until all are sealed, because transactions of other tests on the server may have to end first. */
export async function sealAll(db: Database): Promise<void> {
  const waits = 'select 1 as one from events where seq is null limit 1';
  while ((await db.row(waits)) !== undefined) await sealEvents(db);
}

/** The kinds of a user's events, in their order. */
export async function kindsOf(db: Db, userId: number): Promise<string[]> {
  const kinds = 'select kind from events where user_id = $1 order by id';
  return (await db.rows<{ kind: string }>(kinds, [userId])).map(({ kind }) => kind);
}
