/** Mails what waits, a person at a time: the mail is queued in the transaction that marks its notices as mailed. */
import { noticeKinds } from '@belfry/contract/notice-routes.ts';
import { FALLBACK } from '@belfry/messages/languages.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { queueMail } from '../../mail/queue.ts';
import { kinds, kindsFor } from '../kinds.ts';
import type { Names } from '../names.ts';
import { readNames } from '../names.ts';
import type { Section } from './letter.ts';
import { writeNotices } from './letter.ts';
import type { Addressee, Membership, WaitingRow } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'config' | 'log'>;

/** Notices that are looked at in one go. */
const BATCH = 500;
/** Hours after which such a mail is old news. */
const USEFUL = 24;

/** Until nothing is due, or `signal` says to stop. Several processes take turns, person by person. */
export async function mailNotices(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  if (ctx.config.smtpUrl === undefined) return;
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const userId of await store.listDue(ctx.db, BATCH)) {
      if (signal?.aborted === true) return;
      if (await mailPerson(ctx, userId)) isMoving = true;
    }
  }
}

/** False when another process is at it, or it failed. */
async function mailPerson(ctx: Ctx, userId: number): Promise<boolean> {
  try {
    return await ctx.db.transaction((tx) => mailWaiting(ctx, tx, userId));
  } catch (error) {
    ctx.log.error({ err: error, user: userId }, 'mailing notices failed');
    await store.putOff(ctx.db, userId);
    return false;
  }
}

async function mailWaiting(ctx: Ctx, tx: Db, userId: number): Promise<boolean> {
  const to = await store.lockAddressee(tx, userId);
  if (to === undefined) return false;
  const waiting = await store.lockWaiting(tx, userId);
  if (to.email === '') {
    await store.drop(tx, idsOf(waiting));
    return waiting.length > 0;
  }
  const urgent = waiting.filter(({ is_urgent, is_due }) => is_urgent && is_due);
  const { now, later } = choose(to, waiting);
  await mail(ctx, tx, to, urgent);
  const isMailed = await mail(ctx, tx, to, now);
  if (isMailed && now.some(isAtOnce)) await store.noteMailing(tx, userId);
  if (later.length > 0) await store.postpone(tx, userId, idsOf(later));
  return urgent.length + now.length + later.length > 0;
}

/** With what is due at once goes all that waits to go at once, unless the person had such a mail a moment ago. */
function choose({ is_resting }: Addressee, waiting: readonly WaitingRow[]) {
  const calm = waiting.filter(({ is_urgent }) => !is_urgent);
  const due = calm.filter(({ is_due }) => is_due);
  const digests = due.filter((notice) => !isAtOnce(notice));
  if (!due.some(isAtOnce)) return { now: digests, later: [] };
  if (is_resting) return { now: digests, later: due.filter(isAtOnce) };
  return { now: [...calm.filter(isAtOnce), ...digests], later: [] };
}

function isAtOnce({ mail }: WaitingRow): boolean {
  return mail === 'at_once';
}

function idsOf(notices: readonly WaitingRow[]): number[] {
  return notices.map(({ id }) => id);
}

/** False when none of them may be told any more. */
async function mail(ctx: Ctx, tx: Db, to: Addressee, notices: readonly WaitingRow[]): Promise<boolean> {
  if (notices.length === 0) return false;
  const sections = await sortOut(tx, to, notices);
  const told = sections.flatMap((section) => section.notices);
  const untold = notices.filter((notice) => !told.includes(notice));
  if (untold.length > 0) await store.drop(tx, idsOf(untold));
  if (told.length === 0) return false;
  await queueMail(ctx, tx, writeNotices(ctx, to, to.language ?? FALLBACK, sections), USEFUL);
  await store.markMailed(tx, idsOf(told));
  return true;
}

/** By workspace, and only what the person may know of by now: they may have left, or be limited since. */
async function sortOut(db: Db, to: Addressee, notices: readonly WaitingRow[]): Promise<Section[]> {
  const ids = [...new Set(notices.map(({ workspace_id }) => workspace_id).filter((id) => id !== null))];
  const sections: Section[] = [];
  const account = notices.filter(({ workspace_id }) => workspace_id === null);
  if (account.length > 0) {
    const names = { workspace: '', posts: new Map(), channels: new Map(), people: new Map() };
    sections.push({ workspaceId: null, zone: to.time_zone ?? 'UTC', names, notices: account });
  }
  for (const membership of await store.listMemberships(db, to.id, ids)) {
    const own = notices.filter(({ workspace_id }) => workspace_id === membership.workspace_id);
    const section = await readSection(db, to, membership, own);
    if (section.notices.length > 0) sections.push(section);
  }
  return sections;
}

async function readSection(
  db: Db,
  to: Addressee,
  { workspace_id, name, time_zone, role, channel_ids }: Membership,
  own: readonly WaitingRow[],
): Promise<Section> {
  const viewer = { workspaceId: workspace_id, userId: to.id, channelIds: channel_ids, workspace: name };
  const names = await readNames(db, viewer, own);
  const possible = kindsFor(role);
  const reaches = (id: number | null) => id === null || channel_ids === null || channel_ids.includes(id);
  const knows = (id: number | null) => id === null || channel_ids === null || names.posts.has(id);
  const notices = own
    .filter(
      ({ kind, channel_id, post_id }) => possible.includes(kind) && reaches(channel_id) && knows(post_id),
    )
    .filter((notice) => !isOver(notice, names))
    .toSorted((one, other) => noticeKinds.indexOf(one.kind) - noticeKinds.indexOf(other.kind));
  return { workspaceId: workspace_id, zone: to.time_zone ?? time_zone, names, notices };
}

/** Somebody has dealt with all that it tells of, as far as can be told. */
function isOver({ kind, count, items }: WaitingRow, { posts }: Names): boolean {
  const { holds } = kinds[kind];
  if (holds === undefined || count > items.length) return false;
  return items.every(({ post_id }) => posts.get(post_id ?? 0)?.status !== holds);
}
