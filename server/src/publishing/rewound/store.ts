/** All SQL of taking up work with a database that was taken back to an earlier state. */
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Db } from '../../db/database.ts';
import { OperatorError } from '../../operator-error.ts';
import { listed, postMoves, settledTargets, targetMoves } from '../../posts/lifecycle.ts';

/** Never a name that a network gives: it stands for whatever was sent since. */
const ENTRY = 'restored';

const TOLD = 'id, channel_id, status, external_url, error, position';

const DUE = `
  from targets t join posts p on p.id = t.post_id
  where t.status in (${listed(...targetMoves.rewind.from)})
    and case p.status when ${listed(postMoves.submit.to)} then p.planned_at else t.due_at end <= clock_now()
    and p.status in (${listed(...postMoves.rewind.from)})`;

/** Every lane in use, then every post that was due: nothing of them is begun or changed until the transaction ends. */
export async function lockDue(tx: Db): Promise<void> {
  await tx.rows(
    `select c.id from channels c where c.next_due_at is not null
       or exists (select from targets t where t.channel_id = c.id and t.wake_at is not null)
     order by c.id for no key update`,
  );
  await tx.rows(`select id from posts where id in (select p.id ${DUE}) order by id for no key update`);
}

// The open entry is what asks for `confirm_resend`. Where a commit is open already, that one says more.
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
  told as (
    insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
    select workspace_id, post_id, id, channel_id, 'target.failed', $2 from doubted
    union all select workspace_id, id, null, null, 'post.failed', ${settledTargets(`select ${TOLD} from doubted where post_id = posts.id
      union all select ${TOLD} from targets where post_id = posts.id and id not in (select id from doubted)`)} from posts
    union all select w.id, null, null, null, 'database.restored', jsonb_build_object('since', $1::timestamptz,
      'unconfirmed', (select count(*) from doubted d where d.workspace_id = w.id)) from workspaces w)
  select (select count(*) from doubted) as targets, (select count(*) from posts) as posts`;

/** Of the targets that were due and not settled; `since`: what happened after that moment is not known. */
export async function failDue(
  tx: Db,
  since: string,
  error: JsonObject,
): Promise<{ targets: number; posts: number }> {
  const row = await tx.row<{ targets: number; posts: number }>(REWIND, [since, JSON.stringify(error)]);
  return row ?? { targets: 0, posts: 0 };
}

/** Nobody is at work. Answers the lanes in use; what comes next in each is still to be found out. */
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

/** Ends what would open doors that were closed since, as far as that can be known. */
export async function endPassing(tx: Db): Promise<void> {
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

/** So that no id that was given since is given a second time to something else. */
export async function leapIds(tx: Db, by: number): Promise<void> {
  await tx.rows(
    `select setval(s.name, coalesce(pg_sequence_last_value(s.name), 0) + $1)
     from (select pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attidentity <> '') s`,
    [by],
  );
}

/** Keys and invitations that are good now, whatever was done about them since. */
export async function countOpen(db: Db): Promise<{ keys: number; invitations: number }> {
  const row = await db.row<{ keys: number; invitations: number }>(
    `select (select count(*) from api_keys where revoked_at is null and coalesce(expires_at > clock_now(), true)) as keys,
       (select count(*) from invitations where expires_at > clock_now()) as invitations`,
  );
  return row ?? { keys: 0, invitations: 0 };
}

export interface Beat {
  /** Tells installations apart. */
  installation: string;
  beat: number;
  /** Of the beat before. */
  last_at: string;
}

/** Raises the counter, and keeps others from doing so until the transaction ends. */
export async function raiseHeartbeat(tx: Db, by: number): Promise<Beat> {
  const row = await tx.row<Beat>(
    `with old as (select beat_at from installation for update)
     update installation i set beat = i.beat + $1, beat_at = clock_now() from old
     returning encode(sha256(i.sealed), 'hex') as installation, i.beat, old.beat_at as last_at`,
    [by],
  );
  if (row === undefined) throw new OperatorError('Belfry was never started on this database: start it once.');
  return row;
}
