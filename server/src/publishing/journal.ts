/** The journal in PostgreSQL. The lease fences each write, and a write is durable when it returns. */
import { type Ending, type Entry, type EntryKind, type Journal, LeaseLost } from '@belfry/engine/entry.ts';
import type { Json } from '@belfry/networks/core/json.ts';
import type { Vault } from '../base/vault.ts';
import { batchCalls } from '../db/batch-calls.ts';
import type { Db } from '../db/database.ts';
import { toStorableJson } from '../db/storable.ts';
import { kindSql } from '../events/index.ts';
import { leasedAs, preparedAs } from '../lanes/index.ts';

interface EntryRow {
  target_id: number;
  name: string;
  kind: EntryKind;
  state: Entry['state'];
  key: string;
  result: Json;
  /** The result, if it is secret. */
  sealed: Buffer | null;
  warning: string | null;
  first_at: string;
  last_at: string;
  sends: number;
}

/** One write of one attempt. The writes of many attempts go out as one statement. */
interface Write {
  targetId: number;
  leaseId: string;
  name: string;
  kind?: EntryKind;
  /** JSON. */
  result?: string | undefined;
  sealed?: Buffer | undefined;
  warning?: string | undefined;
}

const ENTRY = 'target_id, name, kind, state, key, result, sealed, warning, first_at, last_at, sends';
const entryOf = (table: string) => ENTRY.replaceAll(/\w+/g, `${table}.$&`);

/**
 * Conditions on the target `t`. A preparation locks it, so that no attempt can begin during a write of which it would not
 * know. If another transaction has locked it, the preparation has lost it.
 */
const holders = {
  attempt: { has: leasedAs, lock: '' },
  preparation: { has: preparedAs, lock: ' for no key update of t skip locked' },
};
export type Holder = keyof typeof holders;

/** The requested writes, without those whose attempt or preparation has lost its lease. */
const held = ({ has, lock }: (typeof holders)[Holder]) => `
  with held as (
    select t.id as target_id, a.lease, t.workspace_id, t.post_id, t.channel_id, a.name, a.kind, a.result::jsonb as result,
      a.sealed, a.warning
    from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[])
      as a(target_id, lease, name, kind, result, sealed, warning)
    join targets t on t.id = a.target_id and ${has('a.lease')}${lock})`;

/** The target `$1`, unless its attempt or preparation has lost the lease `$2`. */
const heldAlone = ({ has, lock }: (typeof holders)[Holder]) =>
  `with held as (select t.id from targets t where t.id = $1 and ${has('$2')}${lock})`;

/** One row per write. Two attempts may write for the same target, so the lease says which of them has succeeded. */
const RETURNED = `select held.lease, ${entryOf('entry')}
  from entry join held using (target_id, name)`;

/** Adds the write to the timeline: by name and number of sends, without the result. */
const WITH_EVENT = (kind: string) => `
  event as (
    insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
    select held.workspace_id, held.post_id, held.target_id, held.channel_id, ${kind},
      jsonb_build_object('name', entry.name, 'sends', entry.sends)
    from entry join held using (target_id, name))
  ${RETURNED}`;

const OPEN = `,
  entry as (
    insert into journal (target_id, name, workspace_id, kind, state)
    select target_id, name, workspace_id, kind, 'open' from held returning ${ENTRY}),
  ${WITH_EVENT(
    `case when entry.kind = 'until' then ${kindSql('target.waiting')} else ${kindSql('target.sent')} end`,
  )}`;

const RESEND = `,
  entry as (
    update journal j set last_at = clock_now(), sends = j.sends + 1 from held
    where j.target_id = held.target_id and j.name = held.name
    returning ${entryOf('j')}),
  ${WITH_EVENT(kindSql('target.sent'))}`;

// A step begins when it ends, because its result counts from then on.
const FINISH = `,
  entry as (
    insert into journal as j (target_id, name, workspace_id, kind, state, result, sealed, warning)
    select target_id, name, workspace_id, kind, 'done', result, sealed, warning from held
    on conflict (target_id, name) do update set state = 'done', result = excluded.result, sealed = excluded.sealed,
      warning = excluded.warning,
      place = case when j.kind = 'step' then excluded.place else j.place end,
      first_at = case when j.kind = 'step' then excluded.first_at else j.first_at end,
      last_at = case when j.kind = 'step' then excluded.last_at else j.last_at end
    returning ${ENTRY}),
  ${WITH_EVENT(`case when entry.warning is not null then ${kindSql('target.warned')}
    when entry.kind in ('commit', 'after') then ${kindSql('target.confirmed')} else ${kindSql('target.prepared')} end`)}`;

const REOPEN = `
  update journal j set state = 'open' from held where j.target_id = held.target_id and j.name = held.name
  returning held.lease, ${entryOf('j')}`;

const CLEAR = `
  delete from journal j using held where j.target_id = held.target_id and j.name = held.name
  returning held.lease, ${entryOf('j')}`;

// Steps stay, because they count how often the network has lost their results.
const FORGET = `,
  probes as (
    delete from journal j using held where j.target_id = held.id and j.name = any($3) and j.kind = 'until'),
  steps as (
    update journal j set state = 'open', result = null, sealed = null, sends = j.sends + case when j.name = $4 then 1 else 0 end
    from held where j.target_id = held.id and j.name = any($3) and j.kind = 'step')
  select id from held`;

/** The journals of a worker's attempts, or of its preparations. */
export function openJournals(
  { db, vault }: { db: Db; vault: Vault },
  holder: Holder = 'attempt',
): (targetId: number, leaseId: string) => Journal {
  const load = batchCalls((targetIds: readonly number[]) => loadEntries(db, targetIds));
  const [open, resend, finish, reopen, clear] = [OPEN, RESEND, FINISH, REOPEN, CLEAR].map((sql) =>
    batchCalls((writes: readonly Write[]) => writeEntries(db, `${held(holders[holder])}${sql}`, writes)),
  ) as [Writer, Writer, Writer, Writer, Writer];
  const forgetEntries = `${heldAlone(holders[holder])}${FORGET}`;
  return (targetId, leaseId) => {
    const writeOf = (name: string, more: Omit<Write, 'targetId' | 'leaseId' | 'name'> = {}) => ({
      targetId,
      leaseId,
      name,
      ...more,
    });
    return {
      load: async () => (await load(targetId)).map((row) => toEntry(vault, row)),
      open: async (name, kind) => toEntry(vault, requireWritten(await open(writeOf(name, { kind })))),
      resend: async (name) => toEntry(vault, requireWritten(await resend(writeOf(name)))),
      async finish(name, kind, { result, warning, sealed }: Ending) {
        const ending = sealed
          ? { sealed: vault.seal({ result }, contextOf(targetId, name)) }
          : { result: toStorableJson(result) };
        requireWritten(await finish(writeOf(name, { kind, ...ending, warning })));
      },
      async forget(names, lost) {
        requireWritten(await db.row(forgetEntries, [targetId, leaseId, names, lost ?? null]));
      },
      async reopen(name) {
        requireWritten(await reopen(writeOf(name)));
      },
      async clear(name) {
        requireWritten(await clear(writeOf(name)));
      },
    };
  };
}

type Writer = (write: Write) => Promise<EntryRow | undefined>;

async function loadEntries(db: Db, targetIds: readonly number[]): Promise<EntryRow[][]> {
  const rows = await db.rows<EntryRow>(
    `select ${ENTRY} from journal where target_id = any($1) order by target_id, place`,
    [targetIds],
  );
  const byTarget = Map.groupBy(rows, ({ target_id }) => target_id);
  return targetIds.map((id) => byTarget.get(id) ?? []);
}

/** In the order of `writes`. Undefined where the lease was lost. */
async function writeEntries(
  db: Db,
  sql: string,
  writes: readonly Write[],
): Promise<(EntryRow | undefined)[]> {
  const rows = await db.rows<EntryRow & { lease: string }>(sql, [
    writes.map(({ targetId }) => targetId),
    writes.map(({ leaseId }) => leaseId),
    writes.map(({ name }) => name),
    writes.map(({ kind }) => kind ?? null),
    writes.map(({ result }) => result ?? null),
    writes.map(({ sealed }) => sealed ?? null),
    writes.map(({ warning }) => warning ?? null),
  ]);
  const written = new Map(rows.map(({ lease, ...row }) => [`${lease} ${row.name}`, row]));
  return writes.map(({ leaseId, name }) => written.get(`${leaseId} ${name}`));
}

/** Deletes the entries that prepared another version of the post. */
export async function deletePrepared(
  db: Db,
  { target_id, lease }: { target_id: number; lease: string },
  holder: Holder,
): Promise<void> {
  const row = await db.row(
    `${heldAlone(holders[holder])},
     deleted as (delete from journal j using held where j.target_id = held.id and j.kind in ('step', 'until'))
     select id from held`,
    [target_id, lease],
  );
  requireWritten(row);
}

/**
 * True when another target of the same channel already has this result, or a person said that it has this page: one
 * copy cannot belong to two targets.
 */
export async function isTaken(db: Db, targetId: number, result: Json): Promise<boolean> {
  const row = await db.row(
    `select 1 as one from targets t join targets o on o.channel_id = t.channel_id and o.id <> t.id
       join journal j on j.target_id = o.id
     where t.id = $1 and j.kind in ('commit', 'after') and j.result = $2
     union all
     select 1 from targets t join targets o on o.channel_id = t.channel_id and o.id <> t.id
     where t.id = $1 and o.confirmed_by is not null and o.external_url = $2::jsonb ->> 'url' limit 1`,
    [targetId, toStorableJson(result)],
  );
  return row !== undefined;
}

function requireWritten<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new LeaseLost('the lease was lost');
  return row;
}

function toEntry(vault: Vault, { target_id, first_at, last_at, sealed, result, ...row }: EntryRow): Entry {
  const opened =
    sealed === null ? result : (vault.open(sealed, contextOf(target_id, row.name)).result ?? null);
  return { ...row, result: opened, firstAt: new Date(first_at), lastAt: new Date(last_at) };
}

function contextOf(targetId: number, name: string): string {
  return `journal:${targetId}:${name}`;
}
