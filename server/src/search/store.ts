/** All SQL of the search for posts: which posts must be indexed, their texts, the index, and what matches. */
import type { Db, Tx } from '../db/database.ts';

/** Characters of each text that are indexed, as many as the API accepts, and of all different texts of a post. */
const MAX_TEXT = 10_000;
const MAX_TEXTS = 500_000;

/** The next workspaces that have posts to index. */
export async function listMarked(db: Db, limit: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    'select w.id from workspaces w where exists (select from search_marks m where m.workspace_id = w.id) limit $1',
    [limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Marks the next posts that are older than the index, latest first. False if there are none. Two processes that run it
 * at once mark different posts.
 */
export async function markFormer(db: Db, limit: number): Promise<boolean> {
  const row = await db.row(
    `with backfill as (select below from search_backfill where below > 0 for update),
     former as (select p.id, p.workspace_id from posts p
       where p.id < (select below from backfill) order by p.id desc limit $1),
     marked as (insert into search_marks (workspace_id, post_id) select workspace_id, id from former)
     update search_backfill b set below = coalesce((select min(id) from former), 0)
     from backfill returning b.below`,
    [limit],
  );
  return row !== undefined;
}

export interface Progress {
  /** Posts of the workspace wait to be indexed. */
  isMarked: boolean;
  /** Posts of the installation that are older than the index wait to be marked. */
  isBackfilling: boolean;
}

export async function readProgress(db: Db, workspaceId: number): Promise<Progress> {
  const row = await db.row<Progress>(
    `select exists (select from search_marks where workspace_id = $1) as "isMarked",
       exists (select from search_backfill where below > 0) as "isBackfilling"`,
    [workspaceId],
  );
  return row ?? { isMarked: false, isBackfilling: false };
}

/** Until the transaction ends, no other one indexes posts of the workspace, so that no earlier text replaces a later one. */
export async function lockIndex(tx: Tx, workspaceId: number): Promise<void> {
  await tx.rows("select pg_advisory_xact_lock(hashtextextended('search ' || $1::bigint, 0))", [workspaceId]);
}

/** Takes the oldest marks. The posts must be read in a later statement, which sees what marked them. */
export async function takeMarks(tx: Tx, workspaceId: number, limit: number): Promise<number[]> {
  const rows = await tx.rows<{ post_id: number }>(
    `delete from search_marks where id = any(array(
       select id from search_marks where workspace_id = $1 order by id limit $2)) returning post_id`,
    [workspaceId, limit],
  );
  return rows.map(({ post_id }) => post_id);
}

export interface TextsRow {
  id: number;
  author_id: number;
  is_draft: boolean;
  updated_at: string;
  /** Each different text once: first the post's own, then those of its targets. */
  texts: { text: string; channels: { platform: string; channel_id: number }[] }[];
  label_ids: number[];
  /** As in `post_words`. */
  spoken: string[];
}

/** The texts that the target `t` of the post `p` shows, in order: its own or the post's, its thread, its first comment. */
const SHOWN = `
  select 0 as place, coalesce(t.content, p.content) as text
  union all select part.place, case jsonb_typeof(part.said) when 'string' then part.said#>>'{}' else part.said->>'text' end
    from jsonb_array_elements(case jsonb_typeof(t.settings->'thread') when 'array' then t.settings->'thread' else '[]' end
      || jsonb_build_array(t.settings->'first_comment')) with ordinality as part(said, place)`;

/** Posts that were deleted are left out. PostgreSQL bounds the texts: what it sends is parsed in one go. */
export async function readTexts(tx: Tx, workspaceId: number, ids: readonly number[]) {
  return tx.rows<TextsRow>(
    `select p.id, p.author_id, p.status = 'draft' as is_draft, p.updated_at,
       (select coalesce(json_agg(json_build_object('text', text, 'channels', channels) order by place)
           filter (where size <= ${MAX_TEXTS}), '[]')
         from (select *, sum(length(text)) over (order by place) as size from (
           select left(text, ${MAX_TEXT}) as text, min(place) as place,
             coalesce(json_agg(json_build_object('platform', platform, 'channel_id', channel_id) order by place)
               filter (where channel_id is not null), '[]') as channels
           from (
             select p.content as text, '{-1}'::bigint[] as place, null as platform, null::bigint as channel_id
             union all select shown.text, array[t.position, shown.place], c.platform, t.channel_id
               from targets t join channels c on c.id = t.channel_id cross join lateral (${SHOWN}) as shown
               where t.workspace_id = $1 and t.post_id = p.id) as written
           where text <> '' group by 1) as different) as counted) as texts,
       coalesce((select json_agg(l.label_id) from post_labels l
         where l.workspace_id = $1 and l.post_id = p.id), '[]') as label_ids,
       coalesce((select to_json(w.spoken) from post_words w where w.post_id = p.id), '[]') as spoken
     from posts p where p.workspace_id = $1 and p.id = any($2) order by p.id`,
    [workspaceId, ids],
  );
}

export interface IndexRow {
  id: number;
  author_id: number;
  words: readonly string[];
  spoken: readonly string[];
}

/** Leaves out posts that were deleted meanwhile. */
export async function writeWords(tx: Tx, workspaceId: number, rows: readonly IndexRow[]): Promise<void> {
  await tx.rows(
    `with sent as (
       select * from json_to_recordset($2) as s(id bigint, author_id bigint, words text[], spoken text[])),
     kept as (select p.id from posts p where p.id in (select id from sent) order by p.id for key share),
     author as (
       insert into search_authors (workspace_id, user_id) select distinct $1::bigint, author_id from sent join kept using (id)
       on conflict (workspace_id, user_id) do nothing)
     insert into post_words as w (post_id, workspace_id, words, spoken)
     select id, $1, array_to_tsvector(words), spoken from sent join kept using (id)
     on conflict (post_id) do update set words = excluded.words, spoken = excluded.spoken`,
    [workspaceId, JSON.stringify(rows)],
  );
}

/** How many posts match the query, from the statistics of the database, without reading a post. */
export async function estimateMatches(db: Db, query: string): Promise<number> {
  const row = await db.row<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number; [more: string]: unknown } }] }>(
    'explain (format json) select post_id from post_words where words @@ $1::tsquery',
    [query],
  );
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Up to `limit` posts that match the query, in any order. */
export async function findIds(db: Db, query: string, limit: number): Promise<number[]> {
  const rows = await db.rows<{ post_id: number }>(
    'select post_id from post_words where words @@ $1::tsquery limit $2',
    [query, limit],
  );
  return rows.map(({ post_id }) => post_id);
}

/** Whether the post `p` matches the query. A scalar, so that PostgreSQL does not first find all posts that match. */
export const hasWords = (query: string) =>
  `(select w.words @@ ${query}::tsquery from post_words w where w.post_id = p.id)`;

export interface NameRow {
  kind: 'author' | 'label';
  id: number;
  name: string;
}

/** The people who have written posts, and the labels. */
export async function listNames(db: Db, workspaceId: number) {
  return db.rows<NameRow>(
    `select 'author' as kind, u.id, u.name from search_authors a join users u on u.id = a.user_id where a.workspace_id = $1
     union all select 'label', l.id, l.name from labels l where l.workspace_id = $1`,
    [workspaceId],
  );
}
