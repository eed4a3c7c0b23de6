/** Finds differences between the media rows and the stored files, and repairs them where possible. */
import type { Context } from '../../../base/context.ts';
import type { Db } from '../../../db/database.ts';
import type { StoredFile } from '../../../files/index.ts';
import { clearAbandoned } from '../../../files/index.ts';
import { isGenerated } from '../keys.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config'>;

export interface VerifyOptions {
  /** Seconds for which a file without a row is left alone, because the row may follow. */
  settled?: number;
  /** Removes files without a row even if most files have none. */
  removeMost?: boolean;
  /** Aborts the check. Repairs until then remain. */
  signal?: AbortSignal;
}

export interface Report {
  /** All stored files. */
  files: number;
  /** Rows that name a file, in all workspaces. */
  rows: number;
  /** Files that no row names and that are too old to be arriving. */
  orphans: number;
  orphans_removed: number;
  /** There are more orphans than files with a row, so none was removed. */
  unlikely: boolean;
  /** Young files that no row names yet. */
  arriving: number;
  /** Files with foreign names, which are left alone. */
  strange: number;
  /** Remains of interrupted uploads. */
  half_done_removed: number;
  /** Renditions whose file was missing. They are made again on request. */
  renditions_forgotten: number;
  /** Media whose file is missing or incomplete. Only a backup can restore it. */
  damaged: number;
  /** The damaged media, at most {@link MAX_REPORTED}. */
  media: store.DamagedMedia[];
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Keys in memory or in one query. */
const BATCH = 1000;
const MAX_REPORTED = 10_000;
const CONCURRENT_REMOVALS = 8;

/**
 * Removes files that no row names and half-done uploads. Reports media whose file is missing or has another size.
 * Safe to run at any time, also several times at once.
 */
export async function verifyMedia(ctx: Ctx, options: VerifyOptions = {}): Promise<Report> {
  return ctx.db.session((session) => verify(session, ctx, options));
}

/** Like {@link verifyMedia}, but returns undefined at once while another process verifies. */
export async function verifyMediaAlone(ctx: Ctx, options: VerifyOptions = {}): Promise<Report | undefined> {
  return ctx.db.session(async (session) =>
    (await store.lockVerifying(session)) ? verify(session, ctx, options) : undefined,
  );
}

async function verify(session: Db, ctx: Ctx, options: VerifyOptions): Promise<Report> {
  const { settled = HOUR, removeMost = false, signal } = options;
  // The store dates the files, and this machine's clock is closer to the store's than the database's is.
  const now = Date.now();
  const halfDone = await ctx.files.clearHalfDone(new Date(now - DAY * 1000));
  const abandoned = await clearAbandoned(ctx.config.dataDir);
  await listAll(session, ctx, new Date(now - settled * 1000), signal);
  const counts = await store.countListed(session);
  if (counts === undefined) throw new Error('the files could not be counted');
  const deleted = await store.deleteLostRenditions(session);
  await store.deleteFailedPosters(session);
  const { total, first } = await store.findDamaged(session, MAX_REPORTED);
  const unlikely = !removeMost && isUnlikely(counts);
  return {
    files: counts.files,
    rows: counts.rows,
    orphans: counts.settled,
    orphans_removed: unlikely ? 0 : await removeOrphans(session, ctx, signal),
    unlikely,
    arriving: counts.arriving,
    strange: counts.strange,
    half_done_removed: halfDone + abandoned,
    renditions_forgotten: deleted,
    damaged: total,
    media: first,
  };
}

/**
 * Crashes leave only a few orphans. If there are more orphans than files with a row, the database probably belongs to
 * another installation, and removing the orphans would delete all of its media.
 */
function isUnlikely({ files, settled, arriving, strange }: store.ListedCounts): boolean {
  return settled > 10 && settled > files - settled - arriving - strange;
}

/** Lists into a temporary table: a million keys are too many for the memory, and a query for each would be too slow. */
async function listAll(session: Db, { files }: Ctx, before: Date, signal?: AbortSignal): Promise<void> {
  await store.beginListing(session);
  let batch: store.ListedFile[] = [];
  for await (const file of files.list('')) {
    signal?.throwIfAborted();
    batch.push({ key: file.key, size: file.size, state: stateOf(file, before) });
    if (batch.length < BATCH) continue;
    await store.noteListed(session, batch);
    batch = [];
  }
  await store.noteListed(session, batch);
  await store.endListing(session);
}

function stateOf({ key, modifiedAt }: StoredFile, before: Date): store.FileState {
  if (!isGenerated(key)) return 'strange';
  return modifiedAt < before ? 'settled' : 'arriving';
}

async function removeOrphans(session: Db, { files }: Ctx, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    // Each page checks again for rows, because a row may have been inserted meanwhile.
    const page = await store.pageOrphans(session, after, BATCH);
    const keys = page.filter(({ named }) => !named).map(({ key }) => key);
    for (let at = 0; at < keys.length; at += CONCURRENT_REMOVALS) {
      signal?.throwIfAborted();
      await Promise.all(keys.slice(at, at + CONCURRENT_REMOVALS).map((key) => files.remove(key)));
    }
    count += keys.length;
    after = page.at(-1)?.key;
  }
  return count;
}

export { listNamedKeys } from './store.ts';
