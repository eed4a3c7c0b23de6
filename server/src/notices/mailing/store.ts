/** All SQL of mailing notices. */
import type { MailMode } from '@belfry/contract/notices.ts';
import type { Language } from '@belfry/contract/profile.ts';
import type { Role } from '@belfry/contract/roles.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { NoticeRow } from '../notice.ts';

/** People with due notices. Those who have waited longest are first. */
export async function listDue(db: Db, limit: number): Promise<number[]> {
  const rows = await db.rows<{ user_id: number }>(
    `select user_id from (
       select user_id, mail_due_at from notices where mail_due_at <= clock_now() order by mail_due_at limit $1) as due
     group by user_id order by min(mail_due_at)`,
    [limit],
  );
  return rows.map(({ user_id }) => user_id);
}

export interface Addressee {
  id: number;
  name: string;
  /** Empty: another user proved that the address is theirs, and this person has not entered another one yet. */
  email: string;
  language: Language | null;
  time_zone: string | null;
  /** True when the person got a mail with `at_once` notices less than ten minutes ago. */
  is_resting: boolean;
}

/** Undefined when another process mails to this person. */
export async function lockAddressee(tx: Tx, userId: number) {
  await tx.rows('insert into notice_mailings (user_id) values ($1) on conflict do nothing', [userId]);
  return tx.row<Addressee>(
    `select u.id, u.name, coalesce(u.email, '') as email, u.language, u.time_zone,
       m.at_once_at > clock_now() - interval '10 minutes' as is_resting
     from notice_mailings m join users u on u.id = m.user_id
     where m.user_id = $1 for update of m skip locked`,
    [userId],
  );
}

export interface WaitingRow extends NoticeRow {
  mail: MailMode;
  is_urgent: boolean;
  is_due: boolean;
}

/** The notices that wait to be mailed. Skips those that the person is marking as read now. */
export async function lockWaiting(tx: Tx, userId: number) {
  return tx.rows<WaitingRow>(
    `select n.id, n.workspace_id, n.kind, n.post_id, n.channel_id, n.count, n.items, n.created_at, n.updated_at,
       n.read_at, n.mail, n.is_urgent, n.mail_due_at <= clock_now() as is_due
     from notices n where n.user_id = $1 and n.mail_due_at is not null
     order by n.id for update skip locked`,
    [userId],
  );
}

/** Also closes the notices, so that later events begin new ones. */
export async function markMailed(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.rows(
    'update notices set mailed_at = clock_now(), mail_due_at = null, is_open = false where id = any($1)',
    [ids],
  );
}

/** The notices stay in the app. */
export async function cancelMail(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.rows('update notices set mail_due_at = null where id = any($1)', [ids]);
}

/** Postpones the mail until ten minutes after the person's last `at_once` mail. */
export async function postpone(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  await tx.rows(
    `update notices n set mail_due_at = m.at_once_at + interval '10 minutes' from notice_mailings m
     where n.id = any($2) and m.user_id = $1`,
    [userId, ids],
  );
}

export async function recordMailing(tx: Tx, userId: number): Promise<void> {
  await tx.rows('update notice_mailings set at_once_at = clock_now() where user_id = $1', [userId]);
}

/** Postpones a person's mail after an error, so that the mail of others does not wait. */
export async function postponeAfterError(db: Db, userId: number): Promise<void> {
  await db.rows(
    `update notices set mail_due_at = clock_now() + interval '10 minutes'
     where user_id = $1 and mail_due_at <= clock_now()`,
    [userId],
  );
}

export interface Membership {
  workspace_id: number;
  name: string;
  time_zone: string;
  role: Role;
  channel_ids: number[] | null;
}

export async function listMemberships(db: Db, userId: number, workspaceIds: readonly number[]) {
  return db.rows<Membership>(
    `select m.workspace_id, w.name, w.time_zone, m.role, to_jsonb(m.channel_ids) as channel_ids
     from members m join workspaces w on w.id = m.workspace_id
     where m.user_id = $1 and m.workspace_id = any($2) order by w.name, w.id`,
    [userId, workspaceIds],
  );
}
