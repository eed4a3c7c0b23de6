import type { Db, Tx } from '../db/database.ts';

export interface MailRow {
  id: number;
  message_id: string;
  recipient: string;
  subject: string;
  sealed: Buffer;
  tries: number;
}

/** Other processes do not send a claimed mail for this time. If sending takes longer, the mail may be sent twice. */
const CLAIM_TIME = "interval '5 minutes'";

export async function insertMail(
  tx: Tx,
  mail: { messageId: string; recipient: string; subject: string; sealed: Buffer; hours: number },
): Promise<void> {
  await tx.rows(
    `insert into mails (message_id, recipient, subject, sealed, useless_at)
     values ($1, $2, $3, $4, clock_now() + $5::int * interval '1 hour')`,
    [mail.messageId, mail.recipient, mail.subject, mail.sealed, mail.hours],
  );
}

/** Claims the mail that has been due for longest. */
export async function claimMail(db: Db) {
  return db.row<MailRow>(
    `update mails set tries = tries + 1, next_try_at = clock_now() + ${CLAIM_TIME}
     where id = (
       select id from mails where next_try_at <= clock_now() and useless_at > clock_now() and sealed is not null
       order by next_try_at, id limit 1 for update skip locked)
     returning id, message_id, recipient, subject, sealed, tries`,
  );
}

/** Deletes the mail's text. */
export async function markSent(db: Db, id: number): Promise<void> {
  await db.rows(
    'update mails set sent_at = clock_now(), next_try_at = null, sealed = null, last_error = null where id = $1',
    [id],
  );
}

/** Schedules a retry after 1, 2, 4 … minutes, at most an hour. With `givenUp`, there is no retry. */
export async function markFailed(
  db: Db,
  { id, tries }: Pick<MailRow, 'id' | 'tries'>,
  error: string,
  givenUp: boolean,
): Promise<void> {
  await db.rows(
    `update mails set last_error = $3,
       sealed = case when $4 then null else sealed end,
       next_try_at = case when $4 then null
         else clock_now() + least(interval '1 minute' * power(2, least($2::int - 1, 6)), interval '1 hour') end
     where id = $1 and tries = $2 and sent_at is null`,
    [id, tries, error, givenUp],
  );
}

/** Until the transaction ends, no other process counts the mails to this address. */
export async function lockRecipient(tx: Tx, recipient: string): Promise<void> {
  await tx.rows("select pg_advisory_xact_lock(hashtextextended('mail to ' || lower($1), 0))", [recipient]);
}

/** The number of mails to the address, sent or queued, in the last hour. */
export async function countRecent(db: Db, recipient: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*) from mails where lower(recipient) = lower($1) and created_at > clock_now() - interval '1 hour'`,
    [recipient],
  );
  return row?.count ?? 0;
}

/** Gives up mails that could not be sent in time, and deletes mails after 30 days. */
export async function deleteOldMails(db: Db): Promise<void> {
  await db.rows(
    `update mails set next_try_at = null, sealed = null, last_error = coalesce(last_error, 'not tried in time')
     where next_try_at is not null and useless_at <= clock_now()`,
  );
  await db.rows(
    `delete from mails where created_at < clock_now() - interval '30 days' and next_try_at is null`,
  );
}
