import type { NoticeSetting } from '@belfry/contract/notices.ts';
import type { Db, Tx } from '../../db/database.ts';
import { dueAt } from '../due.ts';

export type SettingRow = Omit<NoticeSetting, 'fixed'>;

/** The settings that the person chose. The other kinds have their defaults. */
export async function listSettings(db: Db, workspaceId: number, userId: number) {
  return db.rows<SettingRow>(
    'select kind, in_app, mail from notice_settings where workspace_id = $1 and user_id = $2',
    [workspaceId, userId],
  );
}

/** Replaces all earlier settings. */
export async function replaceSettings(
  tx: Tx,
  workspaceId: number,
  userId: number,
  settings: readonly SettingRow[],
): Promise<void> {
  await tx.rows('delete from notice_settings where workspace_id = $1 and user_id = $2', [
    workspaceId,
    userId,
  ]);
  await tx.rows(
    `insert into notice_settings (workspace_id, user_id, kind, in_app, mail)
     select $1, $2, kind, in_app, mail from jsonb_to_recordset($3::jsonb) as s(kind text, in_app boolean, mail text)`,
    [workspaceId, userId, JSON.stringify(settings)],
  );
}

/** Applies the new settings to notices that wait to be mailed. `chosen` has the settings of every kind. */
export async function rescheduleMail(
  tx: Tx,
  workspaceId: number,
  userId: number,
  chosen: readonly SettingRow[],
): Promise<void> {
  await tx.rows(
    `update notices n set mail = s.mail, mail_due_at = ${dueAt({
      mail: 's.mail',
      isUrgent: 'n.is_urgent',
      since: 'n.created_at',
      zone: 'coalesce(u.time_zone, w.time_zone)',
    })}
     from jsonb_to_recordset($3::jsonb) as s(kind text, in_app boolean, mail text), users u, workspaces w
     where n.user_id = $2 and n.workspace_id = $1 and n.kind = s.kind and n.mail_due_at is not null
       and n.mail <> s.mail and u.id = n.user_id and w.id = n.workspace_id`,
    [workspaceId, userId, JSON.stringify(chosen)],
  );
}

/** Locks the membership only against deletion, so that it does not wait for other requests of the person. */
export async function isMember(tx: Tx, workspaceId: number, userId: number): Promise<boolean> {
  const row = await tx.row('select 1 from members where workspace_id = $1 and user_id = $2 for key share', [
    workspaceId,
    userId,
  ]);
  return row !== undefined;
}
