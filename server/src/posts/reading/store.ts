/** SQL for showing posts: which posts an answer has, from which versions of rows each is made, and those rows. */
import type { PostStatus } from '@belfry/contract/posts.ts';
import { SHOWN_CHANNEL, type ShownChannel } from '../../channels/index.ts';
import type { Db, Tx } from '../../db/database.ts';
import { CONDITION_STAMP } from '../../lanes/index.ts';
import { hasWords, type Matches } from '../../search/index.ts';
import {
  POST,
  type PostRow,
  PUBLISHES_ON_APPROVAL,
  SHOWN_AT,
  type Viewer,
  valuesOf,
  visibleTo,
} from '../rows.ts';

export interface PostFilter {
  from?: string | undefined;
  to?: string | undefined;
  statuses?: readonly PostStatus[] | undefined;
  authorId?: number | undefined;
  labelIds?: readonly number[] | undefined;
  /** True: only posts without a time. False: only those with one. */
  unplanned?: boolean | undefined;
  channelIds?: readonly number[] | undefined;
  /** Only these. Posts that the person does not see may be among them. */
  matches?: Matches | undefined;
}

/** One post, the latest posts that match a filter, or a page of them. `beside`: fields of the answer beside the post. */
export type PostSelection =
  | { id: number; beside?: Readonly<Record<string, unknown>> }
  | { filter: PostFilter; limit: number; paging?: Paging };

/**
 * `at`: only posts with a time, earliest first. `-at`: latest first, those without a time last. `created` and `-created`:
 * in the order in which they were created, and the other way round.
 */
export type Order = 'at' | '-at' | 'created' | '-created';

export interface Paging {
  order: Order;
  /** The last post of the page before. Undefined: the first page. */
  after: Key | undefined;
}

/** The place of a post in a list. `at`: null in an order that has no times. */
export interface Key {
  at: string | null;
  id: number;
}

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
  /** The key of the last post, `AT ID`, if another page follows. Empty otherwise. */
  next: string;
}

/** A page as PostgreSQL returns it. As long as the text is the same, so is the answer. */
export type PageText = string;

const ORDERS = {
  at: `${SHOWN_AT} nulls first, p.id`,
  '-at': `${SHOWN_AT} desc nulls last, p.id desc`,
  created: 'p.id',
  '-created': 'p.id desc',
} as const satisfies Record<Order, string>;

// PostgreSQL stores with each version of a row the number of the transaction that wrote it (xmin). A post looks the
// same as long as all its rows have the same numbers, so writers need not record that they changed it. The page is
// returned as one text of four lines, because sending and reading 500 rows takes longer than finding them.
const pageOf = (conditions: string, limit: string, order: Order = '-at', isPaged = false) => `
  with page as materialized (
    select p.id, p.version, p.xmin as row, u.xmin as author, (${PUBLISHES_ON_APPROVAL})::int as publishes,
      row_number() over (order by ${ORDERS[order]}) as place${isPaged ? `, ${isCreated(order) ? 'null' : SHOWN_AT} as at` : ''}
    from posts p join users u on u.id = p.author_id where ${conditions}
    order by ${ORDERS[order]} limit ${limit}${isPaged ? ' + 1' : ''}),
  shown as (select * from page${isPaged ? ` where place <= ${limit}` : ''}),
  ids as (select coalesce(array_agg(id), '{}') as all from shown),
  target as (
    select t.id, t.post_id, t.channel_id, concat(t.xmin, ${CONDITION_STAMP},
      case when t.confirmed_by is not null then (select '.' || u.xmin from users u where u.id = t.confirmed_by) end) as row
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
    ${isPaged ? `(select concat(at, ' ', id) from page where place = ${limit} and exists (select from page where place > ${limit})),` : ''} E'\\n',
    (select string_agg(concat_ws(' ', id, version, row, author, publishes), ',' order by place) from shown), E'\\n',
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
  const [next = '', first = '', second = '', ...channels] = page.split('\n');
  const posts = new Map(
    first === '' ? [] : first.split(',').map((post) => [upToSpace(post), readPost(post)]),
  );
  for (const part of second.split(',')) {
    const post = posts.get(upToSpace(part));
    if (post !== undefined) post.stamp += part;
  }
  return { posts: [...posts.values()], channels: JSON.parse(channels.join('\n')) as ShownChannel[], next };
}

function readPost(post: string): PagePost {
  const [id, version] = post.split(' ', 2);
  return { id: Number(id), version: Number(version), stamp: post };
}

function upToSpace(text: string): string {
  return text.slice(0, text.indexOf(' '));
}

function askForOne(who: Viewer, id: number) {
  return { text: pageOf(`${visibleTo(who)} and p.id = $4`, '1'), values: [...valuesOf(who), id] };
}

function askForMany(who: Viewer, { filter, limit, paging }: Extract<PostSelection, { limit: number }>) {
  const values: unknown[] = [...valuesOf(who), limit];
  const conditions = conditionsOf(who, filter, values);
  if (paging === undefined) return { text: pageOf(conditions, '$4'), values };
  return { text: pageOf(pageConditions(conditions, paging, values), '$4', paging.order, true), values };
}

/** Ids are given in the order of creation. */
const isCreated = (order: Order) => order === 'created' || order === '-created';

/** Each range is read from where it begins, so that a late page costs no more than the first. */
function pageConditions(conditions: string, { order, after }: Paging, values: unknown[]): string {
  if (after === undefined) return order === 'at' ? `${conditions} and ${SHOWN_AT} is not null` : conditions;
  const id = `$${values.push(after.id)}`;
  if (isCreated(order)) return `${conditions} and p.id ${order === 'created' ? '>' : '<'} ${id}`;
  if (after.at === null) return `${conditions} and ${SHOWN_AT} is null and p.id < ${id}`;
  const key = `($${values.push(after.at)}::timestamptz, ${id}::bigint)`;
  if (order === 'at') return `${conditions} and (${SHOWN_AT}, p.id) > ${key}`;
  const rangeOf = (condition: string) =>
    `(select p.id from posts p where ${conditions} and ${condition} order by ${ORDERS[order]} limit $4 + 1)`;
  return `p.id = any(array(${rangeOf(`(${SHOWN_AT}, p.id) < ${key}`)} union all ${rangeOf(`${SHOWN_AT} is null`)}))`;
}

/** The conditions on the posts `p` that the person sees. Appends to `values`, which begin with {@link valuesOf}. */
export function conditionsOf(who: Viewer, filter: PostFilter, values: unknown[]): string {
  const conditions = [visibleTo(who)];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  // An index of one status has the order of the list.
  if (filter.statuses?.length === 1) add(filter.statuses[0], (status) => `p.status = ${status}`);
  else add(filter.statuses, (statuses) => `p.status = any(${statuses})`);
  add(filter.authorId, (id) => `p.author_id = ${id}`);
  add(filter.from, (from) => `${SHOWN_AT} >= ${from}`);
  add(filter.to, (to) => `${SHOWN_AT} <= ${to}`);
  const { matches } = filter;
  if (matches !== undefined && 'ids' in matches) add(matches.ids, (ids) => `p.id = any(${ids}::bigint[])`);
  else add(matches?.query, hasWords);
  add(
    filter.channelIds,
    (ids) =>
      `exists (select from targets t where t.post_id = p.id and t.workspace_id = $1 and t.channel_id = any(${ids}))`,
  );
  if (filter.unplanned !== undefined) conditions.push(`${SHOWN_AT} is ${filter.unplanned ? '' : 'not '}null`);
  add(
    filter.labelIds,
    (ids) =>
      `exists (select from post_labels l where l.post_id = p.id and l.workspace_id = $1 and l.label_id = any(${ids}))`,
  );
  return conditions.join(' and ');
}

/** The rows of these posts, in any order. */
export async function readPosts(tx: Tx, workspaceId: number, ids: readonly number[]) {
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
