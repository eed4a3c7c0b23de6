/** Makes renditions of a file, one for each purpose. A rendition is stored beside its file and deleted with it. */
import type { Context } from '../../base/context.ts';
import { FairQueue } from '../../base/fair-queue.ts';
import { FIRST_BYTE_TIMEOUT, NoSuchFile, openIncoming, receive } from '../../files/index.ts';
import { generateStorageKey } from '../library/keys.ts';
import * as store from '../library/store.ts';
import type { Fitted } from './convert.ts';

/** The stored file itself or a rendition. */
export type StoredBytes = Pick<store.MediaRow, 'storage_key' | 'mime_type' | 'size' | 'width' | 'height'>;

/** Writes a rendition of the local file `source` to the local path `target`. Undefined: none is needed or possible. */
export type Make = (source: string, target: string) => Promise<Fitted | undefined>;

/**
 * Returns the stored rendition, or makes it now from the stored file `from`. Undefined if `make` made none. Concurrent
 * calls in one process share the work. Throws `NoSuchFile` and the errors of `make`, after which the next call retries.
 */
export async function provideRendition(
  ctx: Pick<Context, 'db' | 'files' | 'config'>,
  name: store.RenditionName,
  from: string,
  make: Make,
): Promise<StoredBytes | undefined> {
  const stored = await findRendition(ctx, name);
  if (stored !== undefined) return stored.bytes;
  const renditions = findInProgress(ctx);
  const key = `${name.mediaId} ${name.purpose}`;
  const running = renditions.get(key);
  if (running !== undefined) return running;
  const work = queue.run(() => makeRendition(ctx, name, from, make), { owner: name.workspaceId });
  renditions.set(key, work);
  return work.finally(() => renditions.delete(key));
}

/** Each rendition in progress copies its file to this machine, up to 512 MB. Hundreds at once would fill the disk. */
const queue = new FairQueue({ places: 8 });

type InProgress = Map<string, Promise<StoredBytes | undefined>>;

/** The renditions in progress for each store of files, by file and purpose. */
const inProgress = new WeakMap<Context['files'], InProgress>();

function findInProgress({ files }: Pick<Context, 'files'>): InProgress {
  const known = inProgress.get(files);
  if (known !== undefined) return known;
  const started: InProgress = new Map();
  inProgress.set(files, started);
  return started;
}

async function makeRendition(
  ctx: Pick<Context, 'db' | 'files' | 'config'>,
  name: store.RenditionName,
  from: string,
  make: Make,
): Promise<StoredBytes | undefined> {
  await using source = await openIncoming(ctx.config.dataDir);
  await using target = await openIncoming(ctx.config.dataDir);
  await receive(await ctx.files.read(from, undefined, FIRST_BYTE_TIMEOUT), source.path);
  const made = await make(source.path, target.path);
  // `await` here, because both files are removed when this function returns.
  return await keepRendition(ctx, name, made, target.path);
}

/** Undefined: not tried yet. Without bytes: no rendition was needed or possible. */
export async function findRendition(
  { db }: Pick<Context, 'db'>,
  name: store.RenditionName,
): Promise<{ bytes: StoredBytes | undefined } | undefined> {
  const row = await store.findRendition(db, name);
  return row && { bytes: row.storage_key === null ? undefined : row };
}

/** Stores the rendition at the local path `path`. */
export async function keepRendition(
  ctx: Pick<Context, 'db' | 'files'>,
  name: store.RenditionName,
  made: Fitted | undefined,
  path: string,
): Promise<StoredBytes | undefined> {
  if (made === undefined) {
    await store.insertRendition(ctx.db, name, noBytes);
    return undefined;
  }
  const { mimeType: mime_type, extension, size, width, height } = made;
  const row = { storage_key: generateStorageKey(extension), mime_type, size, width, height };
  await ctx.files.adopt(row.storage_key, path);
  if (await store.insertRendition(ctx.db, name, row)) return row;
  // Another process was faster, or the media was deleted. No row names this copy.
  await ctx.files.remove(row.storage_key);
  const other = await findRendition(ctx, name);
  if (other === undefined) throw new NoSuchFile(`media ${name.mediaId}`);
  return other.bytes;
}

const noBytes = { storage_key: null, mime_type: null, size: null, width: null, height: null };
