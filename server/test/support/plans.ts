/** PostgreSQL's plans for the statements of a store. */
import { expect } from 'vitest';
import type { Db, Tx } from '../../src/db/database.ts';
import { makeMedia } from './people.ts';

export interface Plan {
  indexes: Set<string>;
  /** Tables with a sequential scan. */
  scanned: Set<string>;
  text: string;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/** Tables with one row or a handful of rows, which may be scanned. */
const small = ['test_clock', 'installation', 'gates', 'workspaces', 'workers', 'users', 'members'];

/** The indexes that the statements of `work` use. Expects that they scan no table, except those with `few` rows. */
export async function listIndexes(
  db: Db,
  work: (tx: Tx) => Promise<unknown>,
  few: readonly string[] = [],
): Promise<string[]> {
  const plan = await explain(db, work);
  expect(
    [...plan.scanned].filter((table) => ![...small, ...few].includes(table)),
    plan.text,
  ).toEqual([]);
  return [...plan.indexes];
}

/** Plans every statement that `work` runs, without running it. */
export async function explain(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<Plan> {
  const plan: Plan = { indexes: new Set(), scanned: new Set(), text: '' };
  const statements: Db = {
    async rows(text, values) {
      const [row] = await db.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) ${text}`,
        values,
      );
      if (row !== undefined) note(plan, row['QUERY PLAN'][0].Plan, '');
      return [];
    },
    async row(text, values) {
      await this.rows(text, values);
      return undefined;
    },
  };
  await work({ ...statements, inTransaction: true, last: statements });
  return plan;
}

function note(plan: Plan, node: PlanNode, indent: string): void {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, Plans = [] } = node;
  if (index !== undefined) plan.indexes.add(index);
  if (type === 'Seq Scan' && table !== undefined) plan.scanned.add(table);
  plan.text += `${indent}${type} ${table ?? ''} ${index ?? ''}\n`;
  for (const child of Plans) note(plan, child, `${indent}  `);
}

/**
 * Adds rows to an installation with one workspace, so that plans are those of a large one: twelve workspaces of 50
 * channels and 1,000 posts to two channels each. Every second post still waits.
 */
export async function fillForPlans(db: Db, workspaceId: number): Promise<void> {
  const run = (sql: string) => db.rows(sql);
  await run(`insert into workspaces (name) select 'W' || n from generate_series(2, 12) n`);
  await run(`insert into channels (workspace_id, platform, account_id, name, username, next_due_at)
    select w, 'p', n, 'C', 'c', case when n % 10 = 0 then clock_now() + make_interval(mins => n - 25) end
    from generate_series(1, 12) w, generate_series(1, 50) n`);
  await run(`insert into posts (workspace_id, author_id, status, scheduled_at, planned_at)
    select w, 1, case when n % 2 = 0 then 'scheduled' else 'published' end, at, at
    from generate_series(1, 12) w, generate_series(1, 1000) n, lateral (select clock_now() - make_interval(mins => n) as at) t`);
  await run(`insert into targets (workspace_id, post_id, channel_id, position, status, due_at, wake_at, check_at)
    select p.workspace_id, p.id, (p.workspace_id - 1) * 50 + 1 + (p.id * (1 + side) + side) % 50, side,
      case when p.status = 'scheduled' then 'pending' else 'published' end, p.scheduled_at,
      case when p.status = 'scheduled' then p.scheduled_at end,
      case when p.status = 'scheduled' then p.scheduled_at + interval '16 hours' end
    from posts p, generate_series(0, 1) side on conflict do nothing`);
  await run(
    `insert into events (workspace_id, post_id, kind, data)
     select workspace_id, id, 'post.saved', '{"scheduled_at": null}' from posts`,
  );
  await run(`insert into journal (target_id, name, workspace_id, kind, state)
    select id, name, workspace_id, 'commit', 'done' from targets, unnest('{wish,post}'::text[]) name`);
  await run(`insert into grants (channel_id, workspace_id, sealed, refresh_at)
    select id, workspace_id, '', clock_now() + make_interval(mins => (id % 500)::int) from channels`);
  await makeMedia(db, workspaceId);
  await run(`insert into post_media (post_id, position, media_id, workspace_id)
    select p.id, n, m.id, p.workspace_id from posts p, generate_series(1, 2) n, media m`);
  await run(`insert into post_files (post_id, media_id, workspace_id)
    select post_id, media_id, workspace_id from post_media where position = 1`);
  await run(`insert into media (workspace_id, name, mime_type, kind, size, storage_key)
    select w, 'n', 'image/png', 'image', 1, 'nowhere' from generate_series(1, 12) w, generate_series(1, 500)`);
  await run(`insert into renditions (workspace_id, media_id, purpose)
    select workspace_id, id, purpose from media, unnest('{a,b}'::text[]) purpose`);
  await run(`insert into labels (workspace_id, name, folded, color)
    select w, n, n, 'red' from generate_series(1, 12) w, generate_series(1, 200) n`);
  await run(`insert into post_labels (post_id, label_id, workspace_id)
    select p.id, l.id, p.workspace_id from posts p join labels l using (workspace_id) where l.name::int % 100 = p.id % 100`);
  await run(`insert into media_labels (media_id, label_id, workspace_id)
    select m.id, l.id, m.workspace_id from media m join labels l using (workspace_id) where l.name::int % 100 = m.id % 100`);
  await run(`insert into reviews (workspace_id, post_id, reviewer_id, decision, version)
    select workspace_id, id, 1, 'approved', 1 from posts`);
  await run(`insert into comments (workspace_id, post_id, author_id, text)
    select workspace_id, id, 1, 'Look' from posts, generate_series(1, 2)`);
  await run(`insert into comment_marks (post_id, user_id, workspace_id, read_until)
    select id, 1, workspace_id, clock_now() from posts`);
  await run(`insert into working_copies (post_id, user_id, workspace_id, base_version, post, media_ids)
    select post_id, 1, workspace_id, 1, '{}', array[media_id] from post_media where position = 1`);
  await run('analyze');
}
