/** The periodic jobs of a process. */
import { deleteExpiredSessions, deleteOldResets } from '../accounts/index.ts';
import { checkHeartbeat } from '../backup/index.ts';
import type { Context } from '../base/context.ts';
import { type Duty, type Rounds, startRounds } from '../base/rounds.ts';
import {
  copyDueAvatars,
  deleteExpiredChoices,
  endLogins,
  listStale,
  lookAt,
  refreshDueGrants,
  remindOfSignIns,
} from '../channels/index.ts';
import { eraseWorkspaces, makeExports, removeExpired } from '../data/index.ts';
import type { SyncedClock } from '../db/clock.ts';
import { clearAbandoned } from '../files/index.ts';
import { deleteOldAnswers } from '../idempotency/index.ts';
import { deleteEndedKeys, touchKeys } from '../keys/index.ts';
import { deleteExpiredMetrics, measureDue, performRemovals, revisitDue } from '../live/index.ts';
import { deleteOldMails, sendDueMails } from '../mail/index.ts';
import {
  deleteExpiredCards,
  deleteExpiredUploads,
  inspectPlanned,
  prepareDueSoon,
  transcodeDueSoon,
  verifyMediaAlone,
} from '../media/index.ts';
import { deleteOldNotices, mailNotices, makeNotices } from '../notices/index.ts';
import { deleteOldCopies, emptyBin } from '../posts/index.ts';
import { checkAhead, deleteLostWorkers, deleteOldSends, prepareAhead } from '../publishing/index.ts';
import { deleteExpiredCounts } from '../rates/index.ts';
import { indexPosts } from '../search/index.ts';
import { deleteOldDeliveries } from '../webhooks/index.ts';
import { deleteOldWithdrawals } from '../withdrawals/index.ts';
import { deleteOldInvitations } from '../workspaces/index.ts';
import { openIdleMemory } from './idle-memory.ts';
import { deleteLostProcesses, noteProcess } from './processes/store.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function listDuties(ctx: Context, clock: SyncedClock, ending: AbortSignal): Duty[] {
  const { config } = ctx;
  // After a long pause there are many rows to delete.
  const db = ctx.db.withoutTimeouts;
  const returnMemory = openIdleMemory();
  const forWorkers: Duty[] = [
    { name: 'refreshing tokens', every: MINUTE / 2, run: () => refreshDueGrants(ctx, ending), isLong: true },
    { name: 'ending logins', every: MINUTE / 2, run: () => endLogins(ctx, ending), isLong: true },
    { name: 'checking posts due soon', every: MINUTE / 2, run: () => checkAhead(ctx, ending), isLong: true },
    {
      name: 'preparing posts due soon',
      every: 5 * SECOND,
      run: () => prepareAhead(ctx, ending),
      isLong: true,
    },
    {
      name: 'deleting posts at networks',
      every: SECOND,
      run: () => performRemovals(ctx, ending),
      isLong: true,
    },
    { name: 'reading numbers of posts', every: MINUTE, run: () => measureDue(ctx, ending), isLong: true },
    { name: 'copying avatars', every: 5 * SECOND, run: () => copyDueAvatars(ctx, ending), isLong: true },
    { name: 'finding pages of posts', every: MINUTE, run: () => revisitDue(ctx, ending), isLong: true },
    { name: 'preparing images', every: MINUTE, run: () => prepareDueSoon(ctx) },
    {
      name: 'transcoding videos',
      every: 5 * SECOND,
      run: () => transcodeDueSoon(ctx, ending),
      isLong: true,
    },
    { name: 'inspecting planned files', every: MINUTE, run: () => inspectPlanned(ctx), isLong: true },
    { name: 'making exports', every: 5 * SECOND, run: () => makeExports(ctx, ending), isLong: true },
    { name: 'erasing workspaces', every: 5 * SECOND, run: () => eraseWorkspaces(ctx, ending), isLong: true },
  ];
  return [
    { name: 'sending mail', every: 5 * SECOND, run: () => sendDueMails(ctx, ending), isLong: true },
    { name: 'making notices', every: SECOND, run: () => makeNotices(ctx, ending), isLong: true },
    { name: 'mailing notices', every: 5 * SECOND, run: () => mailNotices(ctx, ending), isLong: true },
    { name: 'reading the clock', every: 10 * SECOND, run: () => clock.sync() },
    { name: "reading the database's counter", every: 10 * SECOND, run: () => checkHeartbeat(ctx) },
    {
      name: 'writing the heartbeat of this process',
      every: 10 * SECOND,
      run: () => noteProcess(ctx.db, ctx.self),
      isLong: true,
    },
    { name: 'checking the storage', every: MINUTE / 2, first: SECOND, run: () => checkStorage(ctx) },
    { name: 'returning memory', every: 10 * SECOND, run: async () => returnMemory() },
    { name: 'writing the last use of API keys', every: MINUTE, run: () => writeKeyUse(ctx) },
    { name: 'indexing posts', every: SECOND, run: () => indexPosts(ctx, ending), isLong: true },
    ...(config.role === 'api' ? [] : forWorkers),
    { name: 'deleting expired choices of accounts', every: MINUTE, run: () => deleteExpiredChoices(db) },
    { name: 'deleting old deliveries', every: MINUTE, run: () => deleteOldDeliveries(db) },
    { name: 'deleting old idempotency keys', every: 10 * MINUTE, run: () => deleteOldAnswers(db) },
    { name: 'deleting old rate limit windows', every: 10 * MINUTE, run: () => deleteExpiredCounts(db) },
    { name: 'deleting ended sessions', every: 10 * MINUTE, run: () => deleteExpiredSessions(db) },
    { name: 'reading the state of accounts', every: 10 * MINUTE, run: () => readAccounts(ctx) },
    { name: 'reminding of sign-ins', every: 10 * MINUTE, run: () => remindOfSignIns(ctx) },
    { name: 'deleting incomplete uploads', every: 10 * MINUTE, run: () => clearAbandoned(config.dataDir) },
    { name: 'deleting expired link cards', every: 10 * MINUTE, run: () => deleteExpiredCards(ctx) },
    { name: 'deleting expired uploads', every: 10 * MINUTE, run: () => deleteExpiredUploads(ctx) },
    { name: 'deleting ended API keys', every: HOUR, run: () => deleteEndedKeys(db) },
    { name: 'deleting replaced app keys', every: HOUR, run: () => ctx.apps.deleteReplaced() },
    { name: 'deleting numbers of posts', every: HOUR, run: () => deleteExpiredMetrics(db) },
    { name: 'emptying the bin of posts', every: HOUR, run: () => emptyBin(db) },
    { name: 'deleting old working copies', every: HOUR, run: () => deleteOldCopies(db) },
    { name: 'deleting old mail', every: HOUR, run: () => deleteOldMails(db) },
    { name: 'deleting lost workers', every: HOUR, run: () => deleteLostWorkers(db) },
    { name: 'deleting old counts of sends', every: HOUR, run: () => deleteOldSends(db) },
    { name: 'deleting lost processes', every: HOUR, run: () => deleteLostProcesses(db) },
    { name: 'deleting old exports', every: HOUR, run: () => removeExpired(ctx) },
    { name: 'deleting old notices', every: HOUR, run: () => deleteOldNotices(db) },
    { name: 'deleting old invitations', every: HOUR, run: () => deleteOldInvitations(db) },
    { name: 'deleting old withdrawals', every: HOUR, run: () => deleteOldWithdrawals(db) },
    { name: 'deleting old links to new passwords', every: HOUR, run: () => deleteOldResets(db) },
    // `first` is short, so that a service that is started every day also verifies.
    { name: 'verifying media', every: DAY, first: HOUR, run: () => verifyDaily(ctx, ending), isLong: true },
  ];
}

export function startDuties(ctx: Context, clock: SyncedClock): Rounds {
  const ending = new AbortController();
  const rounds = startRounds(listDuties(ctx, clock, ending.signal), ctx, ending);
  return {
    async stop() {
      await rounds.stop();
      await writeKeyUse(ctx);
    },
  };
}

async function writeKeyUse(ctx: Pick<Context, 'db' | 'callers'>): Promise<void> {
  const ids = [...ctx.callers.used];
  ctx.callers.used.clear();
  if (ids.length > 0) await touchKeys(ctx.db, ids);
}

/** Ignores errors, because `files/watched.ts` logs them. */
async function checkStorage({ files }: Pick<Context, 'files'>): Promise<void> {
  await files.check().catch(() => undefined);
}

async function readAccounts(ctx: Context): Promise<void> {
  for (const channel of await listStale(ctx)) await lookAt(ctx, channel);
}

/** Logs only problems. Does nothing while another process verifies. */
export async function verifyDaily(
  ctx: Pick<Context, 'db' | 'files' | 'config' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const report = await verifyMediaAlone(ctx, signal === undefined ? {} : { signal });
  if (report === undefined) return;
  const { media, ...counts } = report;
  if (report.damaged > 0) {
    ctx.log.warn({ ...counts, media: media.slice(0, 20) }, 'files of media are missing or damaged');
  }
  if (report.unlikely) {
    ctx.log.warn(
      counts,
      'most files of media have no row, so none was removed; check that DATABASE_URL and STORAGE_URL belong together',
    );
  } else if (report.orphans_removed + report.half_done_removed > 0) {
    ctx.log.info(counts, 'removed files that no media need');
  }
}
