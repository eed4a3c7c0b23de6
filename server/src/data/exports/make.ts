/** Makes the requested exports, one at a time in each process. Any number of processes can run this. */
import { utimes } from 'node:fs/promises';
import type { Context } from '../../base/context.ts';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import { isStorageFull, NoSuchFile, openIncoming } from '../../files/index.ts';
import { generateStorageKey } from '../../media/index.ts';
import { LEASE_SECONDS, runUnderLease } from '../lease.ts';
import { entryOf, toJson, writeReadme } from './entries.ts';
import { countRows, findKeys, type Row, readSection } from './reading/store.ts';
import { CHANNELS, MEDIA, type Section, sections } from './sections/store.ts';
import type { ClaimedExport, Progress } from './store.ts';
import * as store from './store.ts';
import { openZip, type Zip } from './zip.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config' | 'clock' | 'log'>;

const MAX_TRIES = 3;
/** Seconds until the next try. */
const RETRY_DELAY = 60;
/** Media whose storage keys one statement reads. */
const BATCH = 100;

/** Returns when no export is due, or when `ending` aborts. Then it releases the current export. */
export async function makeExports(ctx: Ctx, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const claimed = await store.claimExport(ctx.db, LEASE_SECONDS);
    if (claimed === undefined) return;
    await makeOrFail(ctx, claimed, ending);
  }
}

async function makeOrFail(ctx: Ctx, claimed: ClaimedExport, ending: AbortSignal): Promise<void> {
  if (claimed.tries > MAX_TRIES) {
    return store.failExport(
      ctx.db,
      claimed,
      'The service stopped three times while it made this export. Ask the operator.',
    );
  }
  try {
    await makeExport(ctx, claimed, ending);
  } catch (error) {
    if (ending.aborted) return store.releaseExport(ctx.db, claimed, { seconds: 0, counts: false });
    ctx.log.warn({ err: error, export: claimed.id, tries: claimed.tries }, 'failed to make an export');
    if (isStorageFull(error)) {
      return store.failExport(
        ctx.db,
        claimed,
        'The storage has no room for this export. Free some space, then request it again.',
      );
    }
    if (claimed.tries < MAX_TRIES) {
      return store.releaseExport(ctx.db, claimed, { seconds: RETRY_DELAY, counts: true });
    }
    await store.failExport(
      ctx.db,
      claimed,
      'The service could not make this export. Its log has the reason.',
    );
  }
}

async function makeExport(ctx: Ctx, claimed: ClaimedExport, ending: AbortSignal): Promise<void> {
  await using draft = await openIncoming(ctx.config.dataDir);
  const progress: Progress = { done: 0, total: 0, bytes: 0 };
  const heartbeat = async () => {
    // Nothing writes to the file during the upload. Touch it, so that the clean-up does not delete it as abandoned.
    await utimes(draft.path, new Date(), new Date()).catch(() => undefined);
    return store.saveProgress(ctx.db, claimed, LEASE_SECONDS, progress);
  };
  await runUnderLease(heartbeat, ending, async (signal) => {
    const size = await writeZip(ctx, claimed, { path: draft.path, progress, signal });
    signal.throwIfAborted();
    const key = `exports/${generateStorageKey('zip')}`;
    await ctx.files.adopt(key, draft.path, signal);
    // If the transaction throws, we keep the file, because the row may name it. If not, the clean-up removes it later.
    if (!(await finish(ctx.db, claimed, { key, size, total: progress.total }))) await ctx.files.remove(key);
  });
}

function finish(
  db: Ctx['db'],
  claimed: ClaimedExport,
  made: { key: string; size: number; total: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await store.finishExport(tx, claimed, made))) return false;
    const { workspace_id: workspaceId, id: export_id } = claimed;
    const data = { export_id, size: made.size };
    await recordEvent(tx, 'export.made', { workspaceId, userId: null, data });
    return true;
  });
}

interface Draft {
  path: string;
  progress: Progress;
  signal: AbortSignal;
}

/** Answers the size of the file in bytes. */
async function writeZip(
  ctx: Ctx,
  claimed: ClaimedExport,
  { path, progress, signal }: Draft,
): Promise<number> {
  const now = ctx.clock.now();
  const zip = openZip(path, now, signal);
  const files: MediaEntry[] = [];
  const avatars: AvatarEntry[] = [];
  const countPages = async function* (pages: AsyncIterable<Row[]>, section: Section) {
    for await (const page of pages) {
      progress.done += page.length;
      progress.bytes = zip.size();
      if (section === MEDIA) yield nameFiles(page, claimed, files);
      else yield section === CHANNELS ? nameAvatars(page, claimed, avatars) : page;
    }
  };
  // One snapshot, so that all rows are of the same moment. It writes nothing, so it does not delay the sealing.
  await ctx.db.transactionWithoutTimeouts(async (tx) => {
    progress.total = await countAll(tx, claimed);
    const name = await nameOf(tx, claimed);
    const readme = writeReadme({ name, at: now.toISOString(), media: claimed.media });
    await zip.add('README.txt', only(readme), true);
    for (const section of sections) {
      const pages = readSection(tx, claimed.workspace_id, section);
      await zip.add(section.file, toJson(section, countPages(pages, section)), true);
    }
  }, 'snapshot');
  await addFiles(ctx, claimed, { zip, files, progress, signal });
  await addAvatars(ctx, { zip, avatars, signal });
  return zip.end();
}

async function countAll(tx: Tx, { workspace_id, media }: ClaimedExport): Promise<number> {
  let total = media ? await countRows(tx, workspace_id, MEDIA) : 0;
  for (const section of sections) total += await countRows(tx, workspace_id, section);
  return total;
}

async function nameOf(tx: Tx, { workspace_id }: ClaimedExport): Promise<string> {
  const [workspace] = sections.filter(({ file }) => file === 'workspace.json');
  if (workspace === undefined) return '';
  for await (const [row] of readSection(tx, workspace_id, workspace)) return String(row?.['name']);
  return '';
}

interface MediaEntry {
  id: number;
  /** Its name in the zip. */
  entry: string;
}

/** Adds the name in the zip to each row, and to `files` if the export contains files. */
function nameFiles(page: readonly Row[], { media }: ClaimedExport, files: MediaEntry[]): Row[] {
  return page.map((row) => {
    const id = Number(row['id']);
    const entry = entryOf({ id, name: String(row['name']), mime_type: String(row['mime_type']) });
    if (media) files.push({ id, entry });
    return { ...row, file: media ? entry : null };
  });
}

interface AvatarEntry {
  key: string;
  /** Its name in the zip. */
  entry: string;
}

/** As {@link nameFiles}, for the pictures of channels. */
function nameAvatars(page: readonly Row[], { media }: ClaimedExport, avatars: AvatarEntry[]): Row[] {
  return page.map(({ avatar_key: key, ...row }) => {
    if (!media || key === null) return { ...row, avatar_file: null };
    const entry = `avatars/${row['id']}.webp`;
    avatars.push({ key: String(key), entry });
    return { ...row, avatar_file: entry };
  });
}

/** Outside the snapshot, because a long snapshot would delay the vacuuming of all tables. */
async function addFiles(
  ctx: Ctx,
  { workspace_id }: ClaimedExport,
  { zip, files, progress, signal }: { zip: Zip; files: readonly MediaEntry[] } & Omit<Draft, 'path'>,
): Promise<void> {
  const missing: number[] = [];
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH);
    const keys = await findKeys(
      ctx.db,
      workspace_id,
      batch.map(({ id }) => id),
    );
    for (const { id, entry } of batch) {
      signal.throwIfAborted();
      const key = keys.get(id);
      const bytes = key && (await ctx.files.read(key).catch(unlessMissing));
      if (bytes) await zip.add(entry, bytes, false);
      else missing.push(id);
      progress.done += 1;
      progress.bytes = zip.size();
    }
  }
  if (missing.length > 0) await zip.add('missing.json', only(`${JSON.stringify(missing)}\n`), true);
}

/** Without those that were replaced meanwhile. */
async function addAvatars(
  { files }: Pick<Ctx, 'files'>,
  { zip, avatars, signal }: { zip: Zip; avatars: readonly AvatarEntry[]; signal: AbortSignal },
): Promise<void> {
  for (const { key, entry } of avatars) {
    signal.throwIfAborted();
    const bytes = await files.read(key).catch(unlessMissing);
    if (bytes) await zip.add(entry, bytes, false);
  }
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof NoSuchFile)) throw error;
}

async function* only(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
