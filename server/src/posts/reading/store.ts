/** SQL for showing posts: which posts an answer has, from which versions of rows each is made, and those rows. */
import type { PostStatus } from '@belfry/contract/posts.ts';
import { SHOWN_CHANNEL, type ShownChannel } from '../../channels/index.ts';
import type { Db, Tx } from '../../db/database.ts';
import { CONDITION_STAMP } from '../../lanes/index.ts';
import {
  POST,
  type PostRow,
  PUBLISHES_ON_APPROVAL,
  SHOWN_AT,
  VISIBLE,
  type Viewer,
  valuesOf,
} from '../rows.ts';

export interface PostFilter {
  from?: string | undefined;
  to?: string | undefined;
  statuses?: readonly PostStatus[] | undefined;
  authorId?: number | undefined;
  labelIds?: readonly number[] | undefined;
  channelIds?: readonly number[] | undefined;
}

/** One post, or the latest posts that match a filter. */
export type PostSelection = { id: number } | { filter: PostFilter; limit: number };

export interface PagePost {
  id: number;
  version: number;
  /** Changes whenever anything changes that the post shows, except its channels. */
  stamp: string;
}

/** The posts of one answer at one moment, in order, and every channel that their targets name. */
export interface Page {
  posts: PagePost[];
  channels: ShownChannel[];
}

/** A page as PostgreSQL returns it. As long as the text is the same, so is the answer. */
export type PageText = string;

// PostgreSQL stores with each version of a row the number of the transaction that wrote it (xmin). A post looks the
// same as long as all its rows have the same numbers, so writers need not record that they changed it. The page is
// returned as one text of three lines, because sending and reading 500 rows takes longer than finding them.
const pageOf = (conditions: string, limit: string) => `
  with page as materialized (
    select p.id, p.version, p.xmin as row, u.xmin as author, (${PUBLISHES_ON_APPROVAL})::int as publishes,
      row_number() over (order by ${SHOWN_AT} desc nulls last, p.id desc) as place
    from posts p join users u on u.id = p.author_id where ${conditions}
    order by ${SHOWN_AT} desc nulls last, p.id desc limit ${limit}),
  ids as (select coalesce(array_agg(id), '{}') as all from page),
  target as (
    select t.id, t.post_id, t.channel_id, concat(t.xmin, ${CONDITION_STAMP}) as row
    from targets t join channels c on c.id = t.channel_id
    where t.workspace_id = $1 and t.post_id = any((select ids.all from ids)::bigint[])),
  file as (
    select m.id, a.post_id, m.xmin as row from (
      select post_id, media_id from post_media
      where workspace_id = $1 and post_id = any((select ids.all from ids)::bigint[])
      union all
      select post_id, media_id from post_files
      where workspace_id = $1 and post_id = any((select ids.all from ids)::bigint[])) a
    join media m on m.id = a.media_id),
  label as (
    select a.label_id as id, a.post_id, l.xmin as row from post_labels a join labels l on l.id = a.label_id
    where a.workspace_id = $1 and a.post_id = any((select ids.all from ids)::bigint[])),
  review as (
    select distinct on (r.post_id) r.id, r.post_id, u.xmin as row from reviews r join users u on u.id = r.reviewer_id
    where r.workspace_id = $1 and r.post_id = any((select ids.all from ids)::bigint[])
    order by r.post_id, r.id desc)
  select concat(
    (select string_agg(concat_ws(' ', id, version, row, author, publishes), ',' order by place) from page), E'\\n',
    concat_ws(',', ${['target', 'file', 'label', 'review']
      .map((part) => `(select string_agg(concat_ws(' ', post_id, id, row), ',' order by id) from ${part})`)
      .join(', ')}), E'\\n',
    (select coalesce(json_agg(shown order by id), '[]') from (
      select ${SHOWN_CHANNEL} from channels c where c.workspace_id = $1
        and c.id in (select channel_id from target)) as shown)) as page`;

/** One statement, so that all of the page shows the same moment. */
export async function findPage(db: Db, who: Viewer, which: PostSelection): Promise<PageText> {
  const { text, values } = 'id' in which ? askForOne(who, which.id) : askForMany(who, which);
  const row = await db.row<{ page: PageText }>(text, values);
  return row?.page ?? '';
}

export function readPage(page: PageText): Page {
  const [first = '', second = '', ...channels] = page.split('\n');
  const posts = new Map(
    first === '' ? [] : first.split(',').map((post) => [upToSpace(post), readPost(post)]),
  );
  for (const part of second.split(',')) {
    const post = posts.get(upToSpace(part));
    if (post !== undefined) post.stamp += part;
  }
  return { posts: [...posts.values()], channels: JSON.parse(channels.join('\n')) as ShownChannel[] };
}

function readPost(post: string): PagePost {
  const [id, version] = post.split(' ', 2);
  return { id: Number(id), version: Number(version), stamp: post };
}

function upToSpace(text: string): string {
  return text.slice(0, text.indexOf(' '));
}

const ONE = pageOf(`${VISIBLE} and p.id = $4`, '1');

function askForOne(who: Viewer, id: number) {
  return { text: ONE, values: [...valuesOf(who), id] };
}

function askForMany(who: Viewer, { filter, limit }: Extract<PostSelection, { limit: number }>) {
  const values: unknown[] = [...valuesOf(who), limit];
  return { text: pageOf(conditionsOf(filter, values), '$4'), values };
}

/** The conditions on the posts `p` that the person sees. Appends to `values`, which begin with {@link valuesOf}. */
export function conditionsOf(filter: PostFilter, values: unknown[]): string {
  const conditions = [VISIBLE];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  // An index of one status has the order of the list.
  if (filter.statuses?.length === 1) add(filter.statuses[0], (status) => `p.status = ${status}`);
  else add(filter.statuses, (statuses) => `p.status = any(${statuses})`);
  add(filter.authorId, (id) => `p.author_id = ${id}`);
  add(filter.from, (from) => `${SHOWN_AT} >= ${from}`);
  add(filter.to, (to) => `${SHOWN_AT} <= ${to}`);
  add(
    filter.channelIds,
    (ids) =>
      `exists (select from targets t where t.post_id = p.id and t.workspace_id = $1 and t.channel_id = any(${ids}))`,
  );
  add(
    filter.labelIds,
    (ids) =>
      `exists (select from post_labels l where l.post_id = p.id and l.workspace_id = $1 and l.label_id = any(${ids}))`,
  );
  return conditions.join(' and ');
}

/** The rows of these posts, in any order. */
export async function readPosts(tx: Tx, workspaceId: number, ids: readonly number[]): Promise<PostRow[]> {
  return tx.rows<PostRow>(
    `select ${POST} from posts p join users u on u.id = p.author_id where p.workspace_id = $1 and p.id = any($2)`,
    [workspaceId, ids],
  );
}

/** The approximate bytes of each post as JSON, by id. */
export async function weighPosts(
  tx: Tx,
  workspaceId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx.rows<{ id: number; bytes: number }>(
    `select p.id, octet_length(p.content) + 1000 + (
       select coalesce(sum(coalesce(octet_length(t.content), 0) + octet_length(t.settings::text) + 500), 0)
       from targets t where t.workspace_id = $1 and t.post_id = p.id)::int + (
       select 500 * count(*) from post_files f where f.workspace_id = $1 and f.post_id = p.id)::int as bytes
     from posts p where p.workspace_id = $1 and p.id = any($2)`,
    [workspaceId, ids],
  );
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}
