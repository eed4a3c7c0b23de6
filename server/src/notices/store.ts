/** All SQL of a person's own notices, and of the names in them. */
import type { Db, Tx } from '../db/database.ts';
import type { NoticeRow, PostName, Viewer } from './notice.ts';

const NOTICE = `n.id, n.workspace_id, n.kind, n.post_id, n.channel_id, n.count, n.items, n.created_at, n.updated_at,
  n.read_at`;

/** $1 is the workspace, $2 the person, $3 their channels. */
const canSee = (channel: string, post: string) => `($3::bigint[] is null
  or ((${channel} is null or ${channel} = any($3)) and (${post} is null
    or exists (select from posts p where p.workspace_id = $1 and p.id = ${post} and p.author_id = $2)
    or exists (select from targets t
      where t.workspace_id = $1 and t.post_id = ${post} and t.channel_id = any($3)))))`;

const OWN = `n.user_id = $2 and (n.workspace_id = $1 or n.workspace_id is null) and n.in_app and n.kind = any($4)
  and ${canSee('n.channel_id', 'n.post_id')}`;

function valuesOf({ workspaceId, userId, channelIds, kinds }: Viewer): unknown[] {
  return [workspaceId, userId, channelIds, kinds];
}

/** The newest first. */
export async function pageNotices(
  db: Db,
  who: Viewer,
  { isUnread, before, limit }: { isUnread: boolean; before: number | null; limit: number },
) {
  return db.rows<NoticeRow>(
    `select ${NOTICE} from notices n
     where ${OWN} and (not $5::boolean or n.read_at is null) and ($6::bigint is null or n.id < $6)
     order by n.id desc limit $7`,
    [...valuesOf(who), isUnread, before, limit],
  );
}

export async function countUnread(db: Db, who: Viewer): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*) as count from notices n where ${OWN} and n.read_at is null`,
    valuesOf(who),
  );
  return row?.count ?? 0;
}

/**
 * Marks the given notices, or all, as read, as far as the viewer may see them. Cancels their mail, except about
 * security: otherwise an intruder could stop the mail by reading the notice first. Skips notices to which an event is
 * being added now, since these are unread again.
 */
export async function markRead(db: Db, who: Viewer, ids: readonly number[] | null): Promise<void> {
  await db.rows(
    `update notices set read_at = clock_now(), is_open = false, mail_due_at = case when is_urgent then mail_due_at end
     where id in (select n.id from notices n
       where ${OWN} and n.read_at is null and ($5::bigint[] is null or n.id = any($5)) for update skip locked)`,
    [...valuesOf(who), ids],
  );
}

/** Those of the notices that the viewer has. */
export async function findOwn(db: Db, who: Viewer, ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select n.id from notices n where ${OWN} and n.id = any($5) order by n.id`,
    [...valuesOf(who), ids],
  );
  return rows.map(({ id }) => id);
}

/** Channel for written notices. The payload lists them: `PERSON ID,…`. */
export const NOTICES_CHANNEL = 'belfry_notices';

export async function notifyWritten(tx: Tx, payload: string): Promise<void> {
  await tx.rows('select pg_notify($1, $2)', [NOTICES_CHANNEL, payload]);
}

/** Names the posts that the viewer may see. */
export async function namePosts(
  db: Db,
  { workspaceId, userId, channelIds }: Omit<Viewer, 'kinds'>,
  ids: readonly number[],
) {
  return db.rows<PostName>(
    `select p.id, left(p.content, 1000) as content, p.status,
       (select t.error->>'message' from targets t
        where t.workspace_id = $1 and t.post_id = p.id and t.status = 'failed' order by t.position limit 1) as failure
     from posts p where p.workspace_id = $1 and p.id = any($4)
       and ($3::bigint[] is null or p.author_id = $2 or exists (select from targets t
         where t.workspace_id = $1 and t.post_id = p.id and t.channel_id = any($3)))`,
    [workspaceId, userId, channelIds, ids],
  );
}

interface NameRow {
  id: number;
  name: string;
}

export async function nameChannels(db: Db, workspaceId: number, ids: readonly number[]) {
  return db.rows<NameRow>(
    'select c.id, coalesce(c.display_name, c.name) as name from channels c where c.workspace_id = $1 and c.id = any($2)',
    [workspaceId, ids],
  );
}

/** Also names people who have left the workspace. */
export async function namePeople(db: Db, ids: readonly number[]) {
  return db.rows<NameRow>('select u.id, u.name from users u where u.id = any($1)', [ids]);
}

/**
 * Closes notices after a day, so that new events begin new notices. Cancels mail that is three days overdue.
 * Deletes read notices after 90 days, and all after a year.
 */
export async function deleteOldNotices(db: Db): Promise<void> {
  await db.rows(
    `delete from notices where created_at < clock_now() - interval '90 days'
       and (read_at < clock_now() - interval '90 days' or created_at < clock_now() - interval '1 year')`,
  );
  await db.rows(
    `update notices set is_open = false where id in (
       select id from notices where is_open and created_at < clock_now() - interval '1 day' for update skip locked)`,
  );
  await db.rows(`update notices set mail_due_at = null where mail_due_at < clock_now() - interval '3 days'`);
}
