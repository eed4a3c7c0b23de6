/**
 * Use cases of uploads that can be resumed. Each slice is a file in the storage, so that any process can receive the
 * next one, and a restart loses nothing. The last slice joins them. The file then arrives as every other one.
 */
import { createReadStream } from 'node:fs';
import { MAX_SLICES, MAX_UPLOADS, type Upload } from '@belfry/contract/uploads.ts';
import { allow, type Caller } from '../../access/roles.ts';
import { lockUser } from '../../accounts/index.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import { type Files, type Incoming, openIncoming, receive } from '../../files/index.ts';
import { MAX_UPLOAD } from '../../http/index.ts';
import { addFile, overQuota } from '../arrival/arrival.ts';
import { generateStorageKey } from '../library/keys.ts';
import { insertMedia, usedBytes } from '../library/store.ts';
import { type Announced, malformed } from './headers.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config' | 'outbound' | 'log'>;

const LIFETIME_HOURS = 24;

export async function createUpload(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  who: Caller,
  announced: Announced,
): Promise<Upload> {
  allow(who, 'media.write');
  return db.transaction(async (tx) => {
    // Otherwise uploads that begin at once could exceed the maximum.
    await lockUser(tx, who.userId);
    const open = await store.countOpen(tx, who.workspaceId, who.userId);
    if (open.count >= MAX_UPLOADS) throw new Problem('too_many_uploads');
    const used = (await usedBytes(tx, who.workspaceId)) + open.bytes;
    if (config.mediaQuota !== undefined && used + announced.size > config.mediaQuota) {
      throw overQuota(used, config.mediaQuota, announced.size);
    }
    return present(await store.insertUpload(tx, who, { ...announced, hours: LIFETIME_HOURS }));
  });
}

export async function getUpload({ db }: Pick<Ctx, 'db'>, who: Caller, id: number): Promise<Upload> {
  return present(await findRow({ db }, who, id));
}

async function findRow({ db }: Pick<Ctx, 'db'>, who: Caller, id: number): Promise<store.UploadRow> {
  allow(who, 'media.write');
  const { workspaceId, userId } = who;
  return orNotFound(await store.findUpload(db, { workspaceId, userId, id }));
}

/** A slice as it arrives. */
export interface Arriving {
  /** The offset of its first byte. */
  start: number;
  /** Bytes, as the client states; undefined if it does not. */
  declared: number | undefined;
  bytes: AsyncIterable<Uint8Array>;
}

/** Stores the bytes that arrive. With the last ones, the file is added to the library. */
export async function sendSlice(
  ctx: Ctx,
  who: Caller,
  id: number,
  { start, declared, bytes }: Arriving,
): Promise<Upload> {
  const upload = await findRow(ctx, who, id);
  if (start !== upload.offset) throw new Problem('upload_offset');
  const left = upload.size - start;
  if ((declared ?? 0) > left) throw tooLong();
  await using incoming = await openIncoming(ctx.config.dataDir);
  const size = await receive(within(bytes, left), incoming.path);
  if (size < left) await keepSlice(ctx, who, upload, { incoming, size });
  else if (upload.media_id === null) await complete(ctx, who, upload, incoming);
  return getUpload(ctx, who, id);
}

async function* within(bytes: AsyncIterable<Uint8Array>, left: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > left) throw tooLong();
    yield chunk;
  }
}

function tooLong(): Problem {
  return malformed('The slice ends after the end of the file that Upload-Length announced.');
}

async function keepSlice(
  { db, files }: Ctx,
  { workspaceId }: Caller,
  upload: store.UploadRow,
  { incoming, size }: { incoming: Incoming; size: number },
): Promise<void> {
  if (size === 0) return;
  const slices = await store.listSlices(db, workspaceId, upload.id);
  // The last slice completes the upload, so it is not stored.
  if (slices.length >= MAX_SLICES - 1) {
    throw malformed(
      `The upload has ${MAX_SLICES - 1} slices. The next one must be the last. Send larger slices.`,
    );
  }
  const key = generateStorageKey('slice');
  await files.adopt(key, incoming.path);
  // If this throws, the row may exist nevertheless, so keep the file.
  const isNext = await store.addSlice(db, workspaceId, upload.id, {
    start: upload.offset,
    size,
    storage_key: key,
  });
  if (isNext) return;
  await files.remove(key);
  throw new Problem('upload_offset');
}

/** `last`: the bytes of the file after those that are stored. */
async function complete(ctx: Ctx, who: Caller, upload: store.UploadRow, last: Incoming): Promise<void> {
  const slices = await store.listSlices(ctx.db, who.workspaceId, upload.id);
  await using joined = slices.length === 0 ? last : await openIncoming(ctx.config.dataDir);
  if (joined !== last) await receive(join(ctx.files, slices, last), joined.path);
  let keys: string[] = [];
  await addFile(ctx, who, joined, {
    name: upload.name,
    altText: upload.alt_text,
    allow: 'images and videos',
    maxImage: MAX_UPLOAD,
    // In one transaction, so that the file is added once, whatever breaks and however often the slice is sent.
    insert: (media) =>
      ctx.db.transaction(async (tx) => {
        const row = await insertMedia(tx, media, ctx.config.mediaQuota);
        if (row === undefined) return undefined;
        const done = { start: upload.offset, mediaId: row.id };
        const found = await store.completeUpload(tx, who.workspaceId, upload.id, done);
        if (found === undefined) throw new Problem('upload_offset');
        keys = found;
        return row;
      }),
  }).catch((error: unknown) => endIfUnfit(ctx, who, upload, error));
  await removeAll(ctx, keys);
}

async function* join(
  files: Files,
  slices: readonly store.Slice[],
  last: Incoming,
): AsyncGenerator<Uint8Array> {
  for (const { storage_key } of slices) yield* (await files.read(storage_key)) as AsyncIterable<Uint8Array>;
  yield* createReadStream(last.path) as AsyncIterable<Uint8Array>;
}

/** A file that the library does not accept is not needed any more. After another error, the last slice can be sent again. */
async function endIfUnfit(ctx: Ctx, who: Caller, { id }: store.UploadRow, error: unknown): Promise<never> {
  const isUnfit = error instanceof Problem && ['unfit_file', 'file_too_large'].includes(error.code);
  if (isUnfit) await deleteUpload(ctx, who, id);
  throw error;
}

export async function deleteUpload(
  { db, files }: Pick<Ctx, 'db' | 'files'>,
  who: Caller,
  id: number,
): Promise<void> {
  allow(who, 'media.write');
  const { workspaceId, userId } = who;
  const keys = await db.transaction((tx) => store.deleteUpload(tx, { workspaceId, userId, id }));
  await removeAll({ files }, orNotFound(keys));
}

/** Their rows are gone. If this fails, `verify/` removes the files. */
async function removeAll({ files }: Pick<Ctx, 'files'>, keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.remove(key);
}

function present({ alt_text, ...upload }: store.UploadRow): Upload {
  return upload;
}
