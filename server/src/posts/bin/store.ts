/** All SQL of deleted posts. */
import type { EventData } from '@belfry/contract/event-kinds.ts';
import type { PostStatus } from '@belfry/contract/posts.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Db, Tx } from '../../db/database.ts';
import { eventSql } from '../../events/index.ts';
import { lowerLanes, UNPLANNED, waitingOf } from '../../lanes/index.ts';
import type { Viewer } from '../rows.ts';
import type { Requester } from '../store.ts';

/**
 * The tables whose rows the bin keeps, in the order in which they are put back: each with its column that names the post
 * or the target. The journal is among them, since it says what may be live.
 */
const kept = {
  posts: 'id',
  targets: 'post_id',
  reviews: 'post_id',
  approved_copies: 'post_id',
  post_media: 'post_id',
  post_files: 'post_id',
  post_labels: 'post_id',
  comments: 'post_id',
  comment_marks: 'post_id',
  journal: 'target_id',
  metrics: 'target_id',
} as const;

/** The tables whose rows end with the post, and why. */
const ended = {
  working_copies: 'they end with the post',
  preparations: 'made again',
  post_words: 'written again',
  measurements: 'planned again for published targets',
  revisits: 'planned again for published targets',
};

/** Every table whose rows are deleted with their post. */
export const ofPosts: readonly string[] = [...Object.keys(kept), ...Object.keys(ended)];

type Kept = keyof typeof kept;

/** The ids of files and labels, by the column that names them. */
type Existing = Record<'media_id' | 'label_id', readonly number[]>;
const named: Partial<Record<Kept, keyof Existing>> = {
  post_media: 'media_id',
  post_files: 'media_id',
  post_labels: 'label_id',
};

const tables = Object.keys(kept) as Kept[];

const ROWS = tables
  .map((table) => {
    const ids = kept[table] === 'target_id' ? 'in (select id from targets where post_id = p.id)' : '= p.id';
    return `'${table}', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from ${table} r where r.${kept[table]} ${ids})`;
  })
  .join(', ');

const DELETE = `
  with binned as (
    insert into bin (post_id, workspace_id, author_id, deleted_by, channel_ids, media_ids, digest, rows)
    select p.id, p.workspace_id, p.author_id, $3,
      array(select channel_id from targets t where t.post_id = p.id order by t.position),
      array(select media_id from post_media where post_id = p.id union select media_id from post_files where post_id = p.id),
      decode($5, 'hex'),
      jsonb_build_object(${ROWS})
    from posts p where p.workspace_id = $1 and p.id = $2),
  gone as (delete from posts where workspace_id = $1 and id = $2 returning id)
  insert into events (workspace_id, post_id, user_id, kind, data)
  select $1, id, $3, ${eventSql('post.deleted', '$4')} from gone`;

/** Moves a locked post to the bin. `data` is the former content, for the event. `digest`: null if nothing was planned. */
export async function binPost(
  tx: Tx,
  who: Requester,
  id: number,
  { data, digest }: { data: EventData['post.deleted']; digest: string | null },
): Promise<void> {
  await tx.rows(DELETE, [who.workspaceId, id, who.userId, JSON.stringify(data), digest]);
}

/** The content of the post in the bin `b`, when it was deleted. */
export const FORMER = (column: string) => `b.rows->'posts'->0->>'${column}'`;
/** The person sees the post in the bin `b`, as they saw it before. Values as for posts: `valuesOf`. */
export const VISIBLE = `b.workspace_id = $1 and ($3::bigint[] is null or b.author_id = $2 or b.channel_ids && $3)`;

export interface BinnedRow {
  post_id: number;
  author_id: number;
  status: PostStatus;
  channel_ids: number[];
  /** Files of the post, in any order. */
  media_ids: number[];
  label_ids: number[];
  digest: string | null;
}

/** Locks the post in the bin: no other transaction can restore it. */
export async function lockBinned(tx: Tx, who: Viewer, id: number) {
  return tx.row<BinnedRow>(
    `select b.post_id, b.author_id, ${FORMER('status')} as status, to_json(b.channel_ids) as channel_ids,
       to_json(b.media_ids) as media_ids,
       (select coalesce(json_agg(l->'label_id'), '[]') from jsonb_array_elements(b.rows->'post_labels') as l) as label_ids,
       encode(b.digest, 'hex') as digest
     from bin b where ${VISIBLE} and b.post_id = $4 and ${FRESH} for update of b`,
    [who.workspaceId, who.userId, who.channelIds, id],
  );
}

/** The post in the bin `b` can still be restored. */
export const FRESH = `b.deleted_at > clock_now() - interval '30 days'`;

/**
 * Puts the rows of a post back, except those of files and labels that do not exist any more, and takes it out of the
 * bin. Returns its new version. The channels must be locked, and the files and labels that exist.
 */
export async function putBack(tx: Tx, workspaceId: number, id: number, existing: Existing): Promise<number> {
  for (const table of tables) {
    const columns = await listColumns(tx, workspaceId, table, id);
    if (columns.length === 0) continue;
    const column = named[table];
    await tx.rows(
      `insert into ${table} (${columns.join(', ')}) overriding system value
       select ${columns.map((column) => `r.${column}`).join(', ')} from bin b, jsonb_populate_recordset(null::${table}, b.rows->'${table}') as r
       where b.workspace_id = $1 and b.post_id = $2 and ${column === undefined ? '0' : `r.${column}`} = any($3)`,
      [workspaceId, id, column === undefined ? [0] : existing[column]],
    );
  }
  await tx.rows('delete from bin where workspace_id = $1 and post_id = $2', [workspaceId, id]);
  const row = await tx.row<{ version: number }>(
    `update posts set version = version + 1, updated_at = clock_now() where workspace_id = $1 and id = $2
     returning version`,
    [workspaceId, id],
  );
  if (row === undefined) throw new Error('the post was not put back');
  return row.version;
}

/** The columns that the rows have, of those that the table has now. None if there are no rows. */
async function listColumns(tx: Tx, workspaceId: number, table: Kept, id: number): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(
    `select a.attname::text as name from pg_attribute a, bin b
     where b.workspace_id = $1 and b.post_id = $2 and a.attrelid = $3::regclass and a.attnum > 0 and not a.attisdropped
       and (b.rows->$3::text->0) ? a.attname::text order by a.attnum`,
    [workspaceId, id, table],
  );
  return rows.map(({ name }) => name);
}

/** Whether the time of a post is ahead, and no other post has it as its slot on one of the channels. */
export async function isTimeFree(tx: Tx, workspaceId: number, id: number): Promise<boolean> {
  const row = await tx.row<{ free: boolean }>(
    `select p.planned_at > clock_now() and not exists (
       select from targets t join channels c on c.id = t.channel_id join workspaces w on w.id = p.workspace_id
       cross join lateral (select p.planned_at at time zone w.time_zone as at) as local
       join posts p2 on p2.workspace_id = p.workspace_id and coalesce(p2.published_at, p2.planned_at) = p.planned_at
       join targets t2 on t2.post_id = p2.id and t2.channel_id = t.channel_id
       where t.post_id = p.id and p2.id <> p.id and p2.status <> 'draft'
         and case when c.posting_times_by_day is null then to_char(local.at, 'HH24:MI') = any(c.posting_times)
           else c.posting_times_by_day->to_char(local.at, 'dy') ? to_char(local.at, 'HH24:MI') end) as free
     from posts p where p.workspace_id = $1 and p.id = $2`,
    [workspaceId, id],
  );
  return row?.free === true;
}

/** Takes the plan of a restored post away: it is a draft, or has failed with an `error` if a channel shows it. */
export async function unplan(
  tx: Tx,
  workspaceId: number,
  id: number,
  error: JsonObject | null,
): Promise<void> {
  await tx.rows(
    `with post as (
       update posts set status = case when $3::jsonb is null then 'draft' else 'failed' end, approved_digest = null,
         submitted_by = null where workspace_id = $1 and id = $2)
     update targets set ${UNPLANNED}, error = coalesce($3, error),
       status = case when $3::jsonb is null then 'pending' else 'failed' end
     where workspace_id = $1 and post_id = $2 and status = 'pending'`,
    [workspaceId, id, error === null ? null : JSON.stringify(error)],
  );
}

const RESTORED = `
  with ${lowerLanes(waitingOf('$1', '$2'))},
  event as (
    insert into events (workspace_id, post_id, user_id, kind, data)
    select workspace_id, id, $3, ${eventSql('post.restored', { status: 'status', scheduled_at: 'planned_at', missing_media_ids: '$4::bigint[]' })}
    from posts where workspace_id = $1 and id = $2)
  select count(*) as notified from notified`;

/** Adds the planned targets to their lanes and records the event, as the transaction's last statement. */
export async function recordRestored(
  tx: Tx,
  { workspaceId, userId }: Viewer,
  id: number,
  missing: readonly number[],
): Promise<void> {
  await tx.last.rows(RESTORED, [workspaceId, id, userId, missing]);
}

export interface BinRow {
  cursor: number;
  id: number;
  text: string;
  status: PostStatus;
  scheduled_at: string | null;
  channel_ids: number[];
  missing_media_ids: number[];
  author: { id: number; name: string };
  deleted_by: { id: number; name: string } | null;
  deleted_at: string;
  expires_at: string;
}

/** Latest first. */
export async function listBin(
  db: Db,
  who: Viewer,
  { before, limit }: { before: number | undefined; limit: number },
) {
  return db.rows<BinRow>(
    `select b.id as cursor, b.post_id as id, left(${FORMER('content')}, 200) as text, ${FORMER('status')} as status,
       (${FORMER('planned_at')})::timestamptz as scheduled_at, to_json(b.channel_ids) as channel_ids,
       (select coalesce(json_agg(f.id order by f.id), '[]') from unnest(b.media_ids) as f(id) where not exists (
         select from media m where m.workspace_id = $1 and m.id = f.id)) as missing_media_ids,
       json_build_object('id', a.id, 'name', a.name) as author,
       case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end as deleted_by,
       b.deleted_at, b.deleted_at + interval '30 days' as expires_at
     from bin b join users a on a.id = b.author_id left join users d on d.id = b.deleted_by
     where ${VISIBLE} and ${FRESH} and b.id < $4 order by b.id desc limit $5`,
    [who.workspaceId, who.userId, who.channelIds, before ?? Number.MAX_SAFE_INTEGER, limit],
  );
}

/** Deletes posts for good after 30 days. */
export async function emptyBin(db: Db): Promise<void> {
  await db.rows(`delete from bin b where not (${FRESH})`);
}
