/** All SQL of comments. The post of each call is one that the caller may see. */
import { type Comment, THREAD_PAGE, type ThreadEntry } from '@belfry/contract/comments.ts';
import type { Caller } from '../access/roles.ts';
import type { Db, Tx } from '../db/database.ts';
import { eventSql } from '../events/index.ts';

type Who = Pick<Caller, 'workspaceId' | 'userId'>;

interface CommentWrite {
  text: string;
  /** Ids of members who can see the post. */
  mentions: readonly number[];
}

const personOf = (id: string) =>
  `(select json_build_object('id', u.id, 'name', u.name) from users u where u.id = ${id})`;
const MENTIONED = `coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.id)
  from users u where u.id = any(c.mentions)), '[]')`;

/** The latest entries, oldest first; one more than an answer has. */
export async function listThread(db: Db, workspaceId: number, postId: number): Promise<ThreadEntry[]> {
  const rows = await db.rows<ThreadEntry>(
    `select * from (
       (select 'comment' as kind, c.id, c.text, null as decision, ${personOf('c.author_id')} as author,
          ${MENTIONED} as mentions, c.created_at, c.edited_at
        from comments c where c.workspace_id = $1 and c.post_id = $2 order by c.id desc limit ${THREAD_PAGE + 1})
       union all
       (select 'review', r.id, r.comment, r.decision, ${personOf('r.reviewer_id')}, '[]', r.created_at, null
        from reviews r where r.workspace_id = $1 and r.post_id = $2 and r.comment is not null
        order by r.id desc limit ${THREAD_PAGE + 1})) as entry
     order by created_at desc, kind, id desc limit ${THREAD_PAGE + 1}`,
    [workspaceId, postId],
  );
  return rows.toReversed();
}

export async function findComment(db: Db, workspaceId: number, id: number) {
  return db.row<Comment>(
    `select c.id, c.post_id, c.text, ${personOf('c.author_id')} as author, ${MENTIONED} as mentions, c.created_at,
       c.edited_at
     from comments c where c.workspace_id = $1 and c.id = $2`,
    [workspaceId, id],
  );
}

export interface LockedComment {
  post_id: number;
  author_id: number;
}

export async function lockComment(tx: Tx, workspaceId: number, id: number) {
  return tx.row<LockedComment>(
    'select post_id, author_id from comments where workspace_id = $1 and id = $2 for update',
    [workspaceId, id],
  );
}

/** Those of the ids that are members who can see the post. */
export async function listReaders(
  tx: Tx,
  workspaceId: number,
  postId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    `select m.user_id as id from members m join posts p on p.workspace_id = m.workspace_id and p.id = $2
     where m.workspace_id = $1 and m.user_id = any($3) and (m.channel_ids is null or p.author_id = m.user_id
       or exists (select from targets t where t.post_id = p.id and t.channel_id = any(m.channel_ids)))`,
    [workspaceId, postId, ids],
  );
  return rows.map(({ id }) => id);
}

/** Undefined if the post was deleted meanwhile. */
export async function insertComment(
  tx: Tx,
  who: Who,
  postId: number,
  { text, mentions }: CommentWrite,
): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(
    `with post as (select id from posts where workspace_id = $1 and id = $2 for key share),
     made as (
       insert into comments (workspace_id, post_id, author_id, text, mentions)
       select $1, id, $3, $4, $5::bigint[] from post returning id, post_id),
     event as (
       insert into events (workspace_id, post_id, user_id, kind, data)
       select $1, post_id, $3, ${eventSql('comment.added', { comment_id: 'id', mentions: 'to_jsonb($5::bigint[])' })} from made)
     select id from made`,
    [who.workspaceId, postId, who.userId, text, mentions],
  );
  return row?.id;
}

/** The event names the members that the comment mentions for the first time. */
export async function changeComment(
  tx: Tx,
  who: Who,
  id: number,
  { text, mentions }: CommentWrite,
): Promise<void> {
  await tx.rows(
    `with former as (select mentions from comments where workspace_id = $1 and id = $2),
     changed as (
       update comments c set text = $4, mentions = $5::bigint[], edited_at = clock_now()
       where c.workspace_id = $1 and c.id = $2 returning c.id, c.post_id)
     insert into events (workspace_id, post_id, user_id, kind, data)
     select $1, post_id, $3, ${eventSql('comment.changed', {
       comment_id: 'id',
       mentions: 'to_jsonb(array(select unnest($5::bigint[]) except select unnest(former.mentions)))',
     })} from changed, former`,
    [who.workspaceId, id, who.userId, text, mentions],
  );
}

export async function deleteComment(tx: Tx, who: Who, id: number): Promise<void> {
  await tx.rows(
    `with gone as (delete from comments where workspace_id = $1 and id = $2 returning id, post_id)
     insert into events (workspace_id, post_id, user_id, kind, data)
     select $1, post_id, $3, ${eventSql('comment.deleted', { comment_id: 'id' })} from gone`,
    [who.workspaceId, id, who.userId],
  );
}

/** A mark only moves on, and never beyond now. */
export async function markRead(db: Db, who: Who, postId: number, until: string): Promise<void> {
  await db.rows(
    `with post as (select id from posts where workspace_id = $1 and id = $2 for key share)
     insert into comment_marks as m (post_id, user_id, workspace_id, read_until)
     select id, $3, $1, least($4::timestamptz, clock_now()) from post
     on conflict (post_id, user_id) do update set read_until = greatest(m.read_until, excluded.read_until)`,
    [who.workspaceId, postId, who.userId, until],
  );
}

/** The entries of others after the person's mark. Counts as far as an answer lists. */
export async function countUnread(db: Db, who: Who, postId: number): Promise<number> {
  const row = await db.row<{ count: number }>(
    `with mark as (
       select coalesce(max(read_until), '-infinity') as at from comment_marks where post_id = $2 and user_id = $3)
     select least(${THREAD_PAGE}, (select count(*) from (
         select from comments c, mark where c.workspace_id = $1 and c.post_id = $2 and c.author_id <> $3
           and c.created_at > mark.at limit ${THREAD_PAGE}) c)
       + (select count(*) from (
         select from reviews r, mark where r.workspace_id = $1 and r.post_id = $2 and r.reviewer_id <> $3
           and r.comment is not null and r.created_at > mark.at limit ${THREAD_PAGE}) r))::int as count`,
    [who.workspaceId, postId, who.userId],
  );
  return row?.count ?? 0;
}
