/** Mails waiting notices, person by person. The transaction that queues a mail also marks its notices as mailed. */
import { noticeKinds } from '@belfry/contract/notices.ts';
import { FALLBACK } from '@belfry/messages/languages.ts';
import type { Context } from '../../base/context.ts';
import type { Db, Tx } from '../../db/database.ts';
import { queueMail } from '../../mail/index.ts';
import { kinds, kindsFor } from '../kinds.ts';
import { type Names, readNames } from '../names.ts';
import { type Section, writeNotices } from './letter.ts';
import type { Addressee, Membership, WaitingRow } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'config' | 'log'>;

/** Due notices per query. */
const BATCH = 500;
/** Belfry gives up the mail after this time. */
const USEFUL_HOURS = 24;

/**
 * Runs until no mail is due or `signal` aborts. Several processes may run it: each person is handled by one of them.
 */
export async function mailNotices(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  if (ctx.config.smtpUrl === undefined) return;
  for (let hasProgress = true; hasProgress; ) {
    hasProgress = false;
    for (const userId of await store.listDue(ctx.db, BATCH)) {
      if (signal?.aborted === true) return;
      if (await mailPerson(ctx, userId)) hasProgress = true;
    }
  }
}

/** False when another process handles this person, or after an error. */
async function mailPerson(ctx: Ctx, userId: number): Promise<boolean> {
  try {
    return await ctx.db.transaction((tx) => mailWaiting(ctx, tx, userId));
  } catch (error) {
    ctx.log.error({ err: error, user: userId }, 'mailing notices failed');
    await store.postponeAfterError(ctx.db, userId);
    return false;
  }
}

async function mailWaiting(ctx: Ctx, tx: Tx, userId: number): Promise<boolean> {
  const to = await store.lockAddressee(tx, userId);
  if (to === undefined) return false;
  const waiting = await store.lockWaiting(tx, userId);
  if (to.email === '') {
    await store.cancelMail(tx, idsOf(waiting));
    return waiting.length > 0;
  }
  const urgent = waiting.filter(({ is_urgent, is_due }) => is_urgent && is_due);
  const { now, later } = choose(to, waiting);
  await mail(ctx, tx, to, urgent);
  const isMailed = await mail(ctx, tx, to, now);
  if (isMailed && now.some(isAtOnce)) await store.recordMailing(tx, userId);
  if (later.length > 0) await store.postpone(tx, userId, idsOf(later));
  return urgent.length + now.length + later.length > 0;
}

/**
 * When one `at_once` notice is due, all of them are mailed, unless the person got such a mail in the last ten minutes.
 */
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

/** False when the person may no longer see any of the notices. */
async function mail(ctx: Ctx, tx: Tx, to: Addressee, notices: readonly WaitingRow[]): Promise<boolean> {
  if (notices.length === 0) return false;
  const sections = await groupByWorkspace(tx, to, notices);
  const mailed = sections.flatMap((section) => section.notices);
  const dropped = notices.filter((notice) => !mailed.includes(notice));
  if (dropped.length > 0) await store.cancelMail(tx, idsOf(dropped));
  if (mailed.length === 0) return false;
  await queueMail(ctx, tx, writeNotices(ctx, to, to.language ?? FALLBACK, sections), USEFUL_HOURS);
  await store.markMailed(tx, idsOf(mailed));
  return true;
}

/** Groups by workspace. Drops notices that the person may no longer see, for example after they left the workspace. */
async function groupByWorkspace(db: Db, to: Addressee, notices: readonly WaitingRow[]): Promise<Section[]> {
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
  const canUse = (id: number | null) => id === null || channel_ids === null || channel_ids.includes(id);
  const canSee = (id: number | null) => id === null || channel_ids === null || names.posts.has(id);
  const notices = own
    .filter(
      ({ kind, channel_id, post_id }) => possible.includes(kind) && canUse(channel_id) && canSee(post_id),
    )
    .filter((notice) => !isSettled(notice, names))
    .toSorted((one, other) => noticeKinds.indexOf(one.kind) - noticeKinds.indexOf(other.kind));
  return { workspaceId: workspace_id, zone: to.time_zone ?? time_zone, names, notices };
}

/** True when no post of the notice has the relevant status any more. False if the notice does not list all posts. */
function isSettled({ kind, count, items }: WaitingRow, { posts }: Names): boolean {
  const { relevantStatus } = kinds[kind];
  if (relevantStatus === undefined || count > items.length) return false;
  return items.every(({ post_id }) => posts.get(post_id ?? 0)?.status !== relevantStatus);
}
