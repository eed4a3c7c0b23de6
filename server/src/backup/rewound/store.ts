/** All SQL for continuing with a database that was taken back to an earlier state. */
import { postMoves, targetMoves } from '@belfry/contract/lifecycle.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import { OperatorError } from '../../base/operator-error.ts';
import type { Db } from '../../db/database.ts';
import { listed, settledTargets } from '../../posts/index.ts';

/** An entry name that no network uses. The entry stands for a send that may have happened since the backup. */
const ENTRY = 'restored';

/** Columns that `settledTargets` reads. */
const SETTLED_COLUMNS = 'id, channel_id, status, external_url, error, position';

const DUE = `
  from targets t join posts p on p.id = t.post_id
  where t.status in (${listed(...targetMoves.rewind.from)})
    and case p.status when ${listed(postMoves.submit.to)} then p.planned_at else t.due_at end <= clock_now()
    and p.status in (${listed(...postMoves.rewind.from)})`;

/** Locks every lane in use, then every post that was due: none is claimed or changed until the transaction ends. */
export async function lockDue(tx: Db): Promise<void> {
  await tx.rows(
    `select c.id from channels c where c.next_due_at is not null
       or exists (select from targets t where t.channel_id = c.id and t.wake_at is not null)
     order by c.id for no key update`,
  );
  await tx.rows(`select id from posts where id in (select p.id ${DUE}) order by id for no key update`);
}

// The open entry makes a retry require `confirm_resend`. A commit that is open already does the same.
const REWIND = `
  with due as (
    select t.id ${DUE}),
  doubted as (
    update targets t set status = ${listed(targetMoves.rewind.to)}, error = $2,
      wake_at = null, lease_id = null, tries = 0, crashes = 0
    from due where t.id = due.id returning t.*),
  doubt as (
    insert into journal (target_id, name, workspace_id, kind, state, first_at, last_at)
    select d.id, '${ENTRY}', d.workspace_id, 'commit', 'open', $1, clock_now() from doubted d
    where not exists (select from journal j where j.target_id = d.id and j.state = 'open' and j.kind in ('commit', 'after'))
    on conflict (target_id, name) do update set state = 'open', first_at = excluded.first_at),
  posts as (
    update posts p set status = ${listed(postMoves.rewind.to)}, submitted_by = null, approved_digest = null,
      version = version + 1, updated_at = clock_now()
    where p.id in (select post_id from doubted) returning p.id, p.workspace_id),
  event as (
    insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
    select workspace_id, post_id, id, channel_id, 'target.failed', $2 from doubted
    union all select workspace_id, id, null, null, 'post.failed', ${settledTargets(`select ${SETTLED_COLUMNS} from doubted where post_id = posts.id
      union all select ${SETTLED_COLUMNS} from targets where post_id = posts.id and id not in (select id from doubted)`)} from posts
    union all select w.id, null, null, null, 'database.restored', jsonb_build_object('since', $1::timestamptz,
      'unconfirmed', (select count(*) from doubted d where d.workspace_id = w.id)) from workspaces w)
  select (select count(*) from doubted) as targets, (select count(*) from posts) as posts`;

/** Fails the targets that were due and not settled. `since`: Belfry does not know what happened after this moment. */
export async function failDue(
  tx: Db,
  since: string,
  error: JsonObject,
): Promise<{ targets: number; posts: number }> {
  const row = await tx.row<{ targets: number; posts: number }>(REWIND, [since, JSON.stringify(error)]);
  return row ?? { targets: 0, posts: 0 };
}

/** Frees all lanes in use, and returns their ids. The caller must then set when each is next due, by `drainLanes`. */
export async function clearLanes(tx: Db): Promise<number[]> {
  await tx.rows('delete from workers');
  await tx.rows('delete from processes');
  const lanes = await tx.rows<{ id: number }>(
    `update channels c set busy_until = '-infinity', next_due_at = clock_now()
     where next_due_at is not null or exists (select from targets t where t.channel_id = c.id and t.wake_at is not null)
     returning id`,
  );
  return lanes.map(({ id }) => id);
}

/** Ends sessions, pending sign-ins, links and mails: after the backup they may have been ended or used. */
export async function endTemporaryAccess(tx: Db): Promise<void> {
  await tx.rows('delete from sessions');
  await tx.rows('delete from sign_ins');
  await tx.rows('delete from password_resets');
  await tx.rows('delete from email_changes');
  await tx.rows(
    `update mails set next_try_at = null, sealed = null, last_error = 'the database was restored'
     where next_try_at is not null`,
  );
  await tx.rows('update notices set mail_due_at = null where mail_due_at <= clock_now()');
}

/** Advances every id sequence, so that no id that was used after the backup is used again for something else. */
export async function skipIds(tx: Db, by: number): Promise<void> {
  await tx.rows(
    `select setval(s.name, coalesce(pg_sequence_last_value(s.name), 0) + $1)
     from (select pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attidentity <> '') s`,
    [by],
  );
}

/** Counts API keys and invitations that are valid now, even if they were ended after the backup. */
export async function countCredentials(db: Db): Promise<{ keys: number; invitations: number }> {
  const row = await db.row<{ keys: number; invitations: number }>(
    `select (select count(*) from api_keys where revoked_at is null and coalesce(expires_at > clock_now(), true)) as keys,
       (select count(*) from invitations where expires_at > clock_now()) as invitations`,
  );
  return row ?? { keys: 0, invitations: 0 };
}

export interface Beat {
  /** Identifies the installation. */
  installation: string;
  beat: number;
  /** Time of the previous beat. */
  last_at: string;
}

/** Raises the counter by `by`, and locks it until the transaction ends. */
export async function raiseHeartbeat(tx: Db, by: number): Promise<Beat> {
  const row = await tx.row<Beat>(
    `with old as (select beat_at from installation for update)
     update installation i set beat = i.beat + $1, beat_at = clock_now() from old
     returning encode(sha256(i.sealed), 'hex') as installation, i.beat, old.beat_at as last_at`,
    [by],
  );
  if (row === undefined)
    throw new OperatorError('Belfry was never started on this database. Start it once, then try again.');
  return row;
}
