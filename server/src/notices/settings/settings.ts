/** Use cases of a person's settings for notices in a workspace. */
import { detail } from '@belfry/contract/details.ts';
import { type NoticeKind, type NoticeSetting, noticeKinds } from '@belfry/contract/notices.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound, Problem } from '../../base/problem.ts';
import type { Db, Tx } from '../../db/database.ts';
import { defaultOf, isFixed, kindsFor } from '../kinds.ts';
import type { SettingRow } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db'>;

/** The settings of the kinds that the caller's role can get. */
export async function getSettings({ db }: Ctx, who: Caller): Promise<NoticeSetting[]> {
  allow(who, 'notice.own');
  const mine = new Set(kindsFor(who.role));
  return (await readSettings(db, who.workspaceId, who.userId)).filter(({ kind }) => mine.has(kind));
}

/** Throws 422 if a kind is listed twice, or if a fixed kind would be turned off. */
export async function changeSettings(
  { db }: Ctx,
  who: Caller,
  settings: readonly SettingRow[],
): Promise<NoticeSetting[]> {
  allow(who, 'notice.own');
  requirePossible(settings);
  const chosen = settings.filter(({ kind }) => !isFixed(kind));
  await db.transaction((tx) => saveSettings(tx, who.workspaceId, who.userId, chosen));
  return getSettings({ db }, who);
}

/** Keeps the notices in the app. Checks no permission, because the caller has checked the token of a mail. */
export async function stopMail(tx: Tx, workspaceId: number, userId: number): Promise<void> {
  const settings = await readSettings(tx, workspaceId, userId);
  const stopped = settings.filter(({ kind }) => !isFixed(kind));
  await saveSettings(
    tx,
    workspaceId,
    userId,
    stopped.map(({ kind, in_app }) => ({ kind, in_app, mail: 'off' })),
  ).catch((error: unknown) => {
    // A person who has left the workspace gets no mail from it anyway.
    if (!(error instanceof Problem)) throw error;
  });
}

async function saveSettings(tx: Tx, workspaceId: number, userId: number, settings: readonly SettingRow[]) {
  orNotFound(await store.isMember(tx, workspaceId, userId));
  await store.replaceSettings(tx, workspaceId, userId, settings);
  await store.rescheduleMail(tx, workspaceId, userId, await readSettings(tx, workspaceId, userId));
}

async function readSettings(db: Db, workspaceId: number, userId: number): Promise<NoticeSetting[]> {
  const rows = await store.listSettings(db, workspaceId, userId);
  const chosen = new Map(rows.map((row) => [row.kind, row]));
  return noticeKinds.map((kind) => {
    const { in_app, mail } = chosen.get(kind) ?? defaultOf(kind);
    return { kind, in_app, mail, fixed: isFixed(kind) };
  });
}

function requirePossible(settings: readonly SettingRow[]): void {
  const seen = new Set<NoticeKind>();
  settings.forEach(({ kind, in_app, mail }, index) => {
    if (seen.has(kind)) throw invalid([detail(`settings.${index}.kind`, 'repeated_kind', { kind })]);
    seen.add(kind);
    if (isFixed(kind) && (!in_app || mail !== 'at_once')) {
      throw invalid([detail(`settings.${index}`, 'fixed_kind', { kind })]);
    }
  });
}
