/** All SQL of the event log. Events of posts and targets are inserted by the statements that change these. */
import { type EventData, type EventKind, namesOfKind } from '@belfry/contract/event-kinds.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Db, Tx } from '../db/database.ts';
import { fitData } from './fit.ts';

export interface UnsealedRow {
  id: number;
  workspace_id: number;
  kind: string;
  at: string;
  user_id: number | null;
  post_id: number | null;
  target_id: number | null;
  channel_id: number | null;
  data: JsonObject;
}

/** A sealed event. */
export interface ChainRow extends UnsealedRow {
  seq: number;
  hash: Buffer;
}

export interface EventRow extends ChainRow {
  user_name: string | null;
}

export interface Head {
  workspace_id: number;
  seq: number;
  hash: Buffer;
}

const EVENT = 'e.id, e.workspace_id, e.kind, e.at, e.user_id, e.post_id, e.target_id, e.channel_id, e.data';
/** The columns of a sealed event `e`. */
export const SEALED = `${EVENT}, e.seq, e.hash`;

interface EventWrite<Kind extends EventKind> {
  workspaceId: number;
  userId: number | null;
  channelId?: number;
  /** Contains no secrets. */
  data: EventData[Kind];
}

/** Call it in the transaction of the change that the event describes. */
export async function recordEvent<Kind extends EventKind>(
  tx: Tx,
  kind: Kind,
  event: EventWrite<Kind>,
): Promise<void> {
  await tx.rows(
    'insert into events (workspace_id, user_id, kind, channel_id, data) values ($1, $2, $3, $4, $5)',
    [event.workspaceId, event.userId, kind, event.channelId ?? null, JSON.stringify(fitData(event.data))],
  );
}

/** SQL for each field of an event's data. */
type DataSql<Kind extends EventKind> = { readonly [Field in keyof EventData[Kind]]: string };

/** SQL of a kind, for statements that record an event with their change. */
export const kindSql = <Kind extends EventKind>(kind: Kind) => `'${kind}'` as const;

/** A parameter of a statement. */
type Parameter = `$${number}` | `$${number}::jsonb`;

/** SQL of the columns `kind, data` of an event. `data`: the SQL of each field, or a parameter for the whole object. */
export function eventSql<Kind extends EventKind>(kind: Kind, data: DataSql<Kind> | Parameter): string {
  if (typeof data === 'string') return `${kindSql(kind)}, ${data}`;
  const fields = Object.entries<string>(data).map(([name, sql]) => `'${name}', ${sql}`);
  return `${kindSql(kind)}, jsonb_build_object(${fields.join(', ')})`;
}

/** Advisory lock of the sealer. Any constant that no other lock uses. */
const SEALING_LOCK = 4602;

// The event's transaction and every earlier one have ended. A transaction number above the newest one is from another
// server, from which this database was restored.
const SETTLED = `e.seq is null and (e.xid < (select pg_snapshot_xmin(pg_current_snapshot()))
  or e.xid >= (select pg_snapshot_xmax(pg_current_snapshot())))`;

/** True when an event can be sealed. */
export async function isSealable(db: Db): Promise<boolean> {
  return (await db.row(`select 1 as one from events e where ${SETTLED} order by e.id limit 1`)) !== undefined;
}

/** Until the transaction ends, no other process seals. */
export async function lockSealing(tx: Tx): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1)', [SEALING_LOCK]);
}

/** The events that can be sealed, in the order in which they were written. */
export async function listUnsealed(tx: Tx, limit: number) {
  return tx.rows<UnsealedRow>(`select ${EVENT} from events e where ${SETTLED} order by e.id limit $1`, [
    limit,
  ]);
}

export async function countUnsealed(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>('select count(*) as count from events where seq is null');
  return row?.count ?? 0;
}

export async function listHeads(db: Db, workspaceIds: readonly number[]) {
  return db.rows<Head>(
    'select workspace_id, seq, hash from event_heads where workspace_id = any($1) order by workspace_id',
    [workspaceIds],
  );
}

/** Zero before the first event. */
export async function findHeadSeq(db: Db, workspaceId: number): Promise<number> {
  const [head] = await listHeads(db, [workspaceId]);
  return head?.seq ?? 0;
}

export interface Seal {
  id: number;
  seq: number;
  hash: Buffer;
}

/** Returns the number of sealed rows. */
export async function writeSeals(tx: Tx, seals: readonly Seal[], heads: readonly Head[]): Promise<number> {
  const hex = ({ hash }: { hash: Buffer }) => hash.toString('hex');
  const row = await tx.row<{ sealed: number }>(
    `with sealed as (
       update events e set seq = s.seq, hash = decode(s.hash, 'hex')
       from unnest($1::bigint[], $2::bigint[], $3::text[]) as s(id, seq, hash) where e.id = s.id returning e.id),
     heads as (
       insert into event_heads (workspace_id, seq, hash)
       select h.workspace_id, h.seq, decode(h.hash, 'hex')
       from unnest($4::bigint[], $5::bigint[], $6::text[]) as h(workspace_id, seq, hash)
       on conflict (workspace_id) do update set seq = excluded.seq, hash = excluded.hash)
     select count(*)::int as sealed from sealed`,
    [
      seals.map(({ id }) => id),
      seals.map(({ seq }) => seq),
      seals.map(hex),
      heads.map(({ workspace_id }) => workspace_id),
      heads.map(({ seq }) => seq),
      heads.map(hex),
    ],
  );
  return row?.sealed ?? 0;
}

/** Channel for sealed events. The payload lists the workspaces' ids; it is empty if there are too many. */
export const SEALED_CHANNEL = 'belfry_events';

export async function notifySealed(tx: Tx, payload: string): Promise<void> {
  await tx.rows('select pg_notify($1, $2)', [SEALED_CHANNEL, payload]);
}

export interface EventFilter {
  kind?: string | undefined;
  userId?: number | undefined;
  postId?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The channels to which the caller is limited; null: all. */
  channelIds: readonly number[] | null;
}

/** The newest first. `before`: the seq of the previous page's last entry. */
export async function pageEvents(
  db: Db,
  workspaceId: number,
  filter: EventFilter,
  { before, limit }: { before: number | undefined; limit: number },
) {
  const { values, add, where } = buildFilter(workspaceId, filter);
  add(
    before,
    (seq) =>
      `(e.at, e.seq) < ((select c.at from events c where c.workspace_id = $1 and c.seq = ${seq}), ${seq})`,
  );
  return db.rows<EventRow>(
    `select ${SEALED}, u.name as user_name from events e left join users u on u.id = e.user_id
     where ${where()} order by e.at desc, e.seq desc limit $${values.push(limit)}`,
    values,
  );
}

/** The events after `after` up to and including `until`, in the order of the chain. */
export async function followEvents(
  db: Db,
  workspaceId: number,
  filter: EventFilter,
  { after, until, limit }: { after: number; until?: number | undefined; limit: number },
) {
  const { values, add, where } = buildFilter(workspaceId, filter);
  add(after, (seq) => `e.seq > ${seq}`);
  add(until, (seq) => `e.seq <= ${seq}`);
  return db.rows<EventRow>(
    `select ${SEALED}, u.name as user_name from events e left join users u on u.id = e.user_id
     where ${where()} order by e.seq limit $${values.push(limit)}`,
    values,
  );
}

function buildFilter(workspaceId: number, filter: EventFilter) {
  const values: unknown[] = [workspaceId];
  const conditions = ['e.workspace_id = $1', 'e.seq is not null'];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined && value !== null) conditions.push(condition(`$${values.push(value)}`));
  };
  add(filter.kind && namesOfKind(filter.kind), (kinds) => `e.kind = any(${kinds})`);
  add(filter.userId, (id) => `e.user_id = ${id}`);
  add(filter.postId, (id) => `e.post_id = ${id}`);
  add(filter.from, (from) => `e.at >= ${from}`);
  add(filter.to, (to) => `e.at <= ${to}`);
  add(filter.channelIds, (ids) => withinChannels(`${ids}::bigint[]`));
  return { values, add, where: () => conditions.join(' and ') };
}

/**
 * SQL that is true for events `e` that concern one of these channels, or no channel. A post belongs to the channels of
 * its targets, and a deleted post to the channels of its other events.
 */
export const withinChannels = (ids: string) => `case
  when e.channel_id is not null then e.channel_id = any(${ids})
  when e.post_id is not null then
    exists (select from targets t where t.workspace_id = e.workspace_id and t.post_id = e.post_id
      and t.channel_id = any(${ids}))
    or exists (select from events o where o.workspace_id = e.workspace_id and o.post_id = e.post_id
      and o.channel_id = any(${ids}))
  else true end`;

/** The next part of a chain, for its verification. */
export async function listChain(
  db: Db,
  workspaceId: number,
  { after, limit }: { after: number; limit: number },
) {
  return db.rows<ChainRow>(
    `select ${SEALED} from events e where e.workspace_id = $1 and e.seq > $2 and e.seq is not null
     order by e.seq limit $3`,
    [workspaceId, after, limit],
  );
}

/** Workspaces that have a chain or sealed events, without those that are being erased. */
export async function listChained(db: Db): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `(select workspace_id as id from event_heads
      union select w.id from workspaces w where exists (
        select from events e where e.workspace_id = w.id and e.seq is not null))
     except select id from workspaces where erased_at is not null order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Deletes the next sealed events of a workspace that is being erased. Returns their number. */
export async function eraseEvents(tx: Tx, workspaceId: number, limit: number): Promise<number> {
  await allowErasing(tx, workspaceId);
  const row = await tx.row<{ count: number }>(
    `with gone as (
       delete from events where workspace_id = $1 and seq is not null and seq in (
         select seq from events where workspace_id = $1 and seq is not null order by seq limit $2) returning 1)
     select count(*) as count from gone`,
    [workspaceId, limit],
  );
  return row?.count ?? 0;
}

/** Deletes the remaining events and the head of the chain, after the workspace is deleted and writes no more events. */
export async function eraseChain(tx: Tx, workspaceId: number): Promise<void> {
  await allowErasing(tx, workspaceId);
  await tx.rows('delete from events where workspace_id = $1 and seq is null', [workspaceId]);
  await tx.rows('delete from events where workspace_id = $1 and seq is not null', [workspaceId]);
  await tx.rows('delete from event_heads where workspace_id = $1', [workspaceId]);
}

/** Makes the triggers allow deleting the workspace's events, and blocks sealing, which may have read these events. */
async function allowErasing(tx: Tx, workspaceId: number): Promise<void> {
  await lockSealing(tx);
  await tx.rows("select set_config('belfry.erased_workspace', $1, true)", [String(workspaceId)]);
}
