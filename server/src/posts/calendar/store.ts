/** SQL of the calendar. */
import { MAX_CALENDAR_POSTS } from '@belfry/contract/calendar.ts';
import { THREAD_PAGE } from '@belfry/contract/comments.ts';
import type { Db } from '../../db/database.ts';
import { CONDITION_MARK, CONDITION_NUMBER } from '../../lanes/index.ts';
import { POSTER } from '../../media/index.ts';
import { conditionsOf, type PostFilter } from '../reading/store.ts';
import { PUBLISHES_ON_APPROVAL, SHOWN_AT, type Viewer, valuesOf } from '../rows.ts';

/** Characters of the text that the opening is made from, which leaves out repeated spaces. */
const MAX_OPENING = 320;

/**
 * A post of the window, as one entry of {@link findWindow}. `targets` and `labels` are lists in one text. `picture` is
 * the id of a file and its key in the storage, or empty.
 */
export type WindowPost = readonly [
  id: number,
  version: number,
  status: string,
  publishesOnApproval: 0 | 1,
  at: string,
  text: string,
  picture: string,
  targets: string,
  labels: string,
  unread: number,
];

const IN_PAGE = 'post_id = any((select ids.all from ids)::bigint[])';

/** Counts what others wrote about the posts `ids` after the person's mark. Counts as far as a thread lists. */
const UNREAD = `
  select said.post_id, least(${THREAD_PAGE}, count(*)) as unread
  from (select c.post_id, c.created_at from comments c
        where c.workspace_id = $1 and c.${IN_PAGE} and c.author_id <> $2
        union all
        select r.post_id, r.created_at from reviews r
        where r.workspace_id = $1 and r.${IN_PAGE} and r.reviewer_id <> $2 and r.comment is not null) as said
    left join comment_marks k on k.post_id = said.post_id and k.user_id = $2
  where said.created_at > coalesce(k.read_until, '-infinity') group by said.post_id`;

/** No still of the video `m` could be made. */
const HAS_NO_STILL = `m.kind = 'video' and exists (
  select from renditions r where r.media_id = m.id and r.purpose = '${POSTER}' and r.storage_key is null)`;

// Finding out that nothing has changed takes a third of the time of reading the window. As in lists, a row looks the same
// as long as the number of the transaction that wrote it (xmin) is the same. The numbers are hashed, each with the id of
// its row, since nobody reads them. Besides, a target changes with the time and with its channel's sign-in.
const hash = (id: string, ...parts: string[]) => `bit_xor(hashint8extended(${id}, ${parts.join(' + ')}))`;
const stampOf = (conditions: string, limit: string) => `
  with page as materialized (
    select p.id, 2 * p.xmin::text::bigint + (${PUBLISHES_ON_APPROVAL})::int as row from posts p where ${conditions}
    order by ${SHOWN_AT} nulls first, p.id limit ${limit}),
  ids as (select coalesce(array_agg(id), '{}') as all from page)
  select concat_ws(' ', (select concat_ws(' ', count(*), ${hash('id', 'row')}) from page),
    (select concat_ws(' ', count(*), ${hash('t.id', '16 * t.xmin::text::bigint', CONDITION_NUMBER)})
      from targets t join channels c on c.id = t.channel_id
      where t.workspace_id = $1 and t.post_id = any((select ids.all from ids)::bigint[])),
    (select concat_ws(' ', count(*), ${hash('a.post_id', 'a.media_id')}) from post_media a
      where a.workspace_id = $1 and a.post_id = any((select ids.all from ids)::bigint[]) and a.position = 0),
    (select concat_ws(' ', count(*), ${hash('l.post_id', 'l.label_id')}) from post_labels l
      where l.workspace_id = $1 and l.post_id = any((select ids.all from ids)::bigint[])),
    (select concat_ws(' ', count(*), ${hash('u.post_id', 'u.unread')}) from (${UNREAD}) as u)) as stamp`;

/** As long as the stamp is the same, so is the window of the same viewer with the same filter. */
export async function findStamp(db: Db, who: Viewer, filter: PostFilter): Promise<string> {
  const values: unknown[] = [...valuesOf(who), MAX_CALENDAR_POSTS + 1];
  const row = await db.row<{ stamp: string }>(stampOf(conditionsOf(who, filter, values), '$4'), values);
  return row?.stamp ?? '';
}

// One text, because sending and reading 5,000 rows takes longer than finding them. A target is written as `channel status code warned removed condition`, with `-` for null.
const windowOf = (conditions: string, limit: string) => `
  with page as materialized (
    select p.id, p.version, p.status, (${PUBLISHES_ON_APPROVAL})::int as publishes, ${SHOWN_AT} as at,
      left(p.content, ${MAX_OPENING}) as content
    from posts p where ${conditions} order by ${SHOWN_AT} nulls first, p.id limit ${limit}),
  ids as (select coalesce(array_agg(id), '{}') as all from page),
  target as (
    select t.post_id, string_agg(concat_ws(' ', t.channel_id, t.status, coalesce(t.error->>'code', '-'),
        (t.warnings <> '[]')::int, (t.removed_at is not null)::int, coalesce(${CONDITION_MARK}, '-')), ',' order by t.position) as all,
      (array_agg(left(t.content, ${MAX_OPENING}) order by t.position) filter (where t.content <> ''))[1] as content,
      (array_agg(t.media_ids[1] order by t.position) filter (where t.media_ids[1] is not null))[1] as media_id
    from targets t join channels c on c.id = t.channel_id
    where t.workspace_id = $1 and t.post_id = any((select ids.all from ids)::bigint[]) group by t.post_id),
  file as (
    select distinct on (a.post_id) a.post_id, a.media_id from post_media a
    where a.workspace_id = $1 and a.post_id = any((select ids.all from ids)::bigint[]) order by a.post_id, a.position),
  label as (
    select l.post_id, string_agg(l.label_id::text, ',' order by l.label_id) as all from post_labels l
    where l.workspace_id = $1 and l.post_id = any((select ids.all from ids)::bigint[]) group by l.post_id),
  unread as (${UNREAD})
  select concat('[', string_agg(concat('[', page.id, ',', page.version, ',"', page.status, '",', page.publishes, ',"', page.at,
      '",', to_json(coalesce(nullif(page.content, ''), target.content, '')), ',"', m.id, ' ' || m.storage_key,
      '","', target.all, '","', label.all, '",', coalesce(unread.unread, 0), ']'), ',' order by page.at, page.id), ']') as window
  from page left join target on target.post_id = page.id left join file on file.post_id = page.id
    left join label on label.post_id = page.id left join unread on unread.post_id = page.id
    left join media m on m.id = coalesce(file.media_id, target.media_id) and m.workspace_id = $1
      and not (${HAS_NO_STILL})`;

/** A JSON array of {@link WindowPost}, earliest first; one more than `max` if there are more. */
export async function findWindow(db: Db, who: Viewer, filter: PostFilter, max: number): Promise<string> {
  const values: unknown[] = [...valuesOf(who), max + 1];
  const row = await db.row<{ window: string }>(windowOf(conditionsOf(who, filter, values), '$4'), values);
  return row?.window ?? '[]';
}
