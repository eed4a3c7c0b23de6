/** What is made of a file: once for each purpose, kept beside it, and gone with it. */
import type { Context } from '../context.ts';
import { FairQueue } from '../fair-queue.ts';
import { NoSuchFile } from '../files/files.ts';
import { FIRST_BYTE_TIMEOUT } from '../files/limits.ts';
import type { Fitted } from './convert.ts';
import { openIncoming, receive } from './incoming.ts';
import { drawKey } from './keys.ts';
import * as store from './store.ts';

/** The file as it is kept, or what was made of it. */
export interface StoredBytes {
  storage_key: string;
  mime_type: string;
  size: number;
  width: number | null;
  height: number | null;
}

/** Writes what it makes of the local file `source` to the local path `target`; undefined: there is nothing to make. */
export type Make = (source: string, target: string) => Promise<Fitted | undefined>;

/** For which file, and what for: there is one of each. */
export interface RenditionName {
  workspaceId: number;
  mediaId: number;
  purpose: string;
}

/**
 * Found, or made now of the stored file `from`; undefined where nothing was to be made. Of several who ask one process
 * at once, one makes it for all. Throws `NoSuchFile`, and what `make` throws: then the next who asks tries again.
 */
export async function provideRendition(
  ctx: Pick<Context, 'db' | 'files' | 'config'>,
  name: RenditionName,
  from: string,
  make: Make,
): Promise<StoredBytes | undefined> {
  const found = await findRendition(ctx, name);
  if (found !== undefined) return found.bytes;
  const works = worksOf(ctx);
  const key = `${name.mediaId} ${name.purpose}`;
  const running = works.get(key);
  if (running !== undefined) return running;
  const work = queue.run(() => makeRendition(ctx, name, from, make), { owner: name.workspaceId });
  works.set(key, work);
  return work.finally(() => works.delete(key));
}

/** Each that is at work holds its file on this machine, up to 512 MB: who asks for hundreds would fill the disk. */
const queue = new FairQueue({ places: 8 });

type Works = Map<string, Promise<StoredBytes | undefined>>;

/** What is being made, by its file and purpose, of each store of files. */
const works = new WeakMap<Context['files'], Works>();

function worksOf({ files }: Pick<Context, 'files'>): Works {
  const known = works.get(files);
  if (known !== undefined) return known;
  const begun: Works = new Map();
  works.set(files, begun);
  return begun;
}

async function makeRendition(
  ctx: Pick<Context, 'db' | 'files' | 'config'>,
  name: RenditionName,
  from: string,
  make: Make,
): Promise<StoredBytes | undefined> {
  await using source = await openIncoming(ctx.config.dataDir);
  await using target = await openIncoming(ctx.config.dataDir);
  await receive(await ctx.files.read(from, undefined, FIRST_BYTE_TIMEOUT), source.path);
  const made = await make(source.path, target.path);
  // Awaited here: both are removed when this function is left.
  return await keepRendition(ctx, name, made, target.path);
}

/** Undefined: never tried. Without bytes: nothing was to be made, or none could be. */
async function findRendition(
  { db }: Pick<Context, 'db'>,
  name: RenditionName,
): Promise<{ bytes: StoredBytes | undefined } | undefined> {
  const row = await store.findRendition(db, name);
  return row && { bytes: row.storage_key === null ? undefined : row };
}

/** Takes over what was made, at the local path `path`. */
export async function keepRendition(
  ctx: Pick<Context, 'db' | 'files'>,
  name: RenditionName,
  made: Fitted | undefined,
  path: string,
): Promise<StoredBytes | undefined> {
  if (made === undefined) {
    await store.insertRendition(ctx.db, name, nothing);
    return undefined;
  }
  const { mimeType: mime_type, extension, size, width, height } = made;
  const row = { storage_key: drawKey(extension), mime_type, size, width, height };
  await ctx.files.adopt(row.storage_key, path);
  if (await store.insertRendition(ctx.db, name, row)) return row;
  // Another was quicker, or the media is gone: nobody will name this one.
  await ctx.files.remove(row.storage_key);
  const other = await findRendition(ctx, name);
  if (other === undefined) throw new NoSuchFile(`media ${name.mediaId}`);
  return other.bytes;
}

const nothing = { storage_key: null, mime_type: null, size: null, width: null, height: null };
