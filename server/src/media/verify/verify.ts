/** Finds where table and storage of the media differ, and mends what can be mended. */
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import type { StoredFile } from '../../files/files.ts';
import { clearAbandoned } from '../incoming.ts';
import { isDrawn } from '../keys.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config'>;

export interface VerifyOptions {
  /** Seconds for which a file that no row names is left alone, as its row may be on its way. */
  settled?: number;
  /** Removes what no row names also when that is most of what is there. */
  removeMost?: boolean;
  /** Ends it early; what is mended until then stays mended. */
  signal?: AbortSignal;
}

export interface Report {
  /** All that are stored. */
  files: number;
  /** Rows that name a file, of all workspaces. */
  rows: number;
  /** Files that no row names and that are no longer arriving. */
  orphans: number;
  orphans_removed: number;
  /** There are more orphans than files with a row, so that none was removed. */
  unlikely: boolean;
  /** Files that no row names yet. */
  arriving: number;
  /** Files whose names are not ours: left alone. */
  strange: number;
  /** Parts of uploads that were interrupted. */
  half_done_removed: number;
  /** What was made of media and lost its file: forgotten, so that it is made again. */
  renditions_forgotten: number;
  /** Media without their whole file, which only a back-up can bring back. */
  damaged: number;
  /** The first of them; all, unless they are very many. */
  media: store.DamagedMedia[];
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** At most so many keys are in memory, or in one query. */
const BATCH = 1000;
const MOST_NAMED = 10_000;
const REMOVALS = 8;

/**
 * Removes files that no row names and half-done uploads; reports media whose file is missing or has another size.
 * Harmless at any time, also when several run at once.
 */
export async function verifyMedia(ctx: Ctx, options: VerifyOptions = {}): Promise<Report> {
  return ctx.db.session((session) => verify(session, ctx, options));
}

/** As {@link verifyMedia}; undefined, at once, while another process does this. */
export async function verifyMediaAlone(ctx: Ctx, options: VerifyOptions = {}): Promise<Report | undefined> {
  return ctx.db.session(async (session) =>
    (await store.lockVerifying(session)) ? verify(session, ctx, options) : undefined,
  );
}

async function verify(session: Db, ctx: Ctx, options: VerifyOptions): Promise<Report> {
  const { settled = HOUR, removeMost = false, signal } = options;
  // What keeps a file dates it, and this machine's clock is nearer to that than the database's.
  const now = Date.now();
  const halfDone = await ctx.files.clearHalfDone(new Date(now - DAY * 1000));
  const abandoned = await clearAbandoned(ctx.config.dataDir);
  await listAll(session, ctx, new Date(now - settled * 1000), signal);
  const counts = await store.countListed(session);
  if (counts === undefined) throw new Error('the files could not be counted');
  const forgotten = await store.forgetLostRenditions(session);
  await store.forgetFailedStills(session);
  const { total, first } = await store.findDamaged(session, MOST_NAMED);
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
    renditions_forgotten: forgotten,
    damaged: total,
    media: first,
  };
}

/**
 * Crashes leave a file now and then. When a table knows fewer files than it does not know, it is more likely that it
 * belongs to another installation: a removal would be the loss of all media.
 */
function isUnlikely({ files, settled, arriving, strange }: store.ListedCounts): boolean {
  return settled > 10 && settled > files - settled - arriving - strange;
}

/** In a table, as a million keys are too many for the memory, and asking for each too many questions. */
async function listAll(session: Db, { files }: Ctx, before: Date, signal?: AbortSignal): Promise<void> {
  await store.beginListing(session);
  let batch: store.ListedFile[] = [];
  for await (const file of files.list('')) {
    signal?.throwIfAborted();
    batch.push({ key: file.key, size: file.size, standing: standingOf(file, before) });
    if (batch.length < BATCH) continue;
    await store.noteListed(session, batch);
    batch = [];
  }
  await store.noteListed(session, batch);
  await store.endListing(session);
}

function standingOf({ key, modifiedAt }: StoredFile, before: Date): store.Standing {
  if (!isDrawn(key)) return 'strange';
  return modifiedAt < before ? 'settled' : 'arriving';
}

async function removeOrphans(session: Db, { files }: Ctx, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    // Asked anew for each page: a row that came meanwhile keeps its file.
    const page = await store.pageOrphans(session, after, BATCH);
    const keys = page.filter(({ named }) => !named).map(({ key }) => key);
    for (let at = 0; at < keys.length; at += REMOVALS) {
      signal?.throwIfAborted();
      await Promise.all(keys.slice(at, at + REMOVALS).map((key) => files.remove(key)));
    }
    count += keys.length;
    after = page.at(-1)?.key;
  }
  return count;
}

export { listNamedKeys } from './store.ts';
