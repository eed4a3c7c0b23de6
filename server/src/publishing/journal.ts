/** The journal in PostgreSQL. Each write is one statement, fenced by the lease, and durable when it returns. */
import type { Json } from '@belfry/networks/core/json.ts';
import type { Db } from '../db/database.ts';
import type { Entry, EntryKind, Journal } from './entry.ts';
import { LeaseLost } from './entry.ts';

interface EntryRow {
  name: string;
  kind: EntryKind;
  state: Entry['state'];
  key: string;
  result: Json;
  warning: string | null;
  first_at: string;
  last_at: string;
  sends: number;
}

const ENTRY = 'name, kind, state, key, result, warning, first_at, last_at, sends';

/** What the timeline tells of the journal: what was made visible, not every upload's inside. */
const EVENT = (kind: string) => `
  told as (
    insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
    select t.workspace_id, t.post_id, t.id, t.channel_id, ${kind}, jsonb_build_object('name', entry.name, 'sends', entry.sends)
    from entry, targets t where t.id = $1)
  select ${ENTRY} from entry`;

const OPEN = `
  with entry as (
    insert into journal (target_id, name, workspace_id, kind, state)
    select t.id, $3, t.workspace_id, $4, 'open' from targets t where t.id = $1 and t.lease_id = $2
    returning ${ENTRY}),
  ${EVENT("case when entry.kind = 'until' then 'target.waiting' else 'target.sent' end")}`;

const RESEND = `
  with entry as (
    update journal j set last_at = clock_now(), sends = j.sends + 1
    from targets t where t.id = j.target_id and t.id = $1 and t.lease_id = $2 and j.name = $3
    returning j.name, j.kind, j.state, j.key, j.result, j.warning, j.first_at, j.last_at, j.sends),
  ${EVENT("'target.sent'")}`;

const FINISH = `
  with entry as (
    insert into journal (target_id, name, workspace_id, kind, state, result, warning)
    select t.id, $3, t.workspace_id, $4, 'done', $5, $6 from targets t where t.id = $1 and t.lease_id = $2
    on conflict (target_id, name) do update set state = 'done', result = excluded.result, warning = excluded.warning
    returning ${ENTRY}),
  ${EVENT(`case when entry.warning is not null then 'target.warned'
    when entry.kind in ('commit', 'after') then 'target.confirmed' else 'target.prepared' end`)}`;

const CLEAR = `
  delete from journal j using targets t
  where t.id = j.target_id and t.id = $1 and t.lease_id = $2 and j.name = $3 returning j.name`;

export function openJournal(db: Db, targetId: number, leaseId: string): Journal {
  const write = async (sql: string, ...values: unknown[]): Promise<EntryRow> => {
    const row = await db.row<EntryRow>(sql, [targetId, leaseId, ...values]);
    if (row === undefined) throw new LeaseLost('the lease was lost');
    return row;
  };
  return {
    async load() {
      const rows = await db.rows<EntryRow>(`select ${ENTRY} from journal where target_id = $1`, [targetId]);
      return rows.map(toEntry);
    },
    open: async (name, kind) => toEntry(await write(OPEN, name, kind)),
    resend: async (name) => toEntry(await write(RESEND, name)),
    async finish(name, kind, result, warning) {
      await write(FINISH, name, kind, JSON.stringify(result), warning ?? null);
    },
    async clear(name) {
      await write(CLEAR, name);
    },
  };
}

function toEntry({ first_at, last_at, ...row }: EntryRow): Entry {
  return { ...row, firstAt: new Date(first_at), lastAt: new Date(last_at) };
}
