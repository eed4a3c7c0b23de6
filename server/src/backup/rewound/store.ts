/** All SQL for continuing with a database that was taken back to an earlier state. */
import { OperatorError } from '../../base/operator-error.ts';
import type { Db, Tx } from '../../db/database.ts';

/** Forgets the workers and processes that ran before. */
export async function deleteProcesses(tx: Tx): Promise<void> {
  await tx.rows('delete from workers');
  await tx.rows('delete from processes');
}

/** Ends sessions, pending sign-ins, links and mails: after the backup they may have been ended or used. */
export async function endTemporaryAccess(tx: Tx): Promise<void> {
  await tx.rows('delete from sessions');
  await tx.rows('delete from sign_ins');
  await tx.rows('delete from account_choices');
  await tx.rows('delete from password_resets');
  await tx.rows('delete from email_changes');
  await tx.rows(
    `update mails set next_try_at = null, sealed = null, last_error = 'the database was restored'
     where next_try_at is not null`,
  );
  await tx.rows('update notices set mail_due_at = null where mail_due_at <= clock_now()');
}

/** Advances every id sequence, so that no id that was used after the backup is used again for something else. */
export async function skipIds(tx: Tx, by: number): Promise<void> {
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
export async function raiseHeartbeat(tx: Tx, by: number): Promise<Beat> {
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
