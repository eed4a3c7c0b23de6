/** Adds files to the library. Each file is received on this machine, probed, stored, and then inserted as a row. */
import { open } from 'node:fs/promises';
import { detail } from '@belfry/contract/details.ts';
import type { LibraryMedia } from '@belfry/contract/media.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { closed, nullable, Text } from '@belfry/contract/shapes.ts';
import { Type } from '@belfry/contract/type.ts';
import { MAX_RESUMABLE } from '@belfry/contract/uploads.ts';
import { comparedSizes, size as say } from '@belfry/networks/core/amount.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import type { FairQueue } from '../../base/fair-queue.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { type Incoming, openIncoming, receive } from '../../files/index.ts';
import { type FormPart, MAX_UPLOAD } from '../../http/index.ts';
import { checkBody } from '../../validation/index.ts';
import type { Fitted } from '../convert/convert.ts';
import { makePoster } from '../convert/poster.ts';
import { keepRendition } from '../convert/renditions.ts';
import { generateStorageKey } from '../library/keys.ts';
import { defaultName, nameFromUrl } from '../library/names.ts';
import { presentInLibrary } from '../library/present.ts';
import * as store from '../library/store.ts';
import { probeFile, UnfitFile } from '../probe/probe.ts';
import { POSTER } from '../serve/thumbnails.ts';
import { type DownloadOptions, DownloadRefused, download } from './download.ts';
import type { DownloadQueues } from './download-queues.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config' | 'outbound' | 'log'>;

const FILES = { seconds: 20, limits: { image: MAX_UPLOAD, video: MAX_RESUMABLE } };

/** The fields of an upload besides the file. */
export const checkFields = checkBody(
  closed({ alt_text: Type.Optional(nullable(Text({ maxLength: 1000 }))) }),
);

export async function uploadMedia(
  ctx: Ctx,
  who: Caller,
  form: AsyncIterable<FormPart>,
): Promise<LibraryMedia> {
  allow(who, 'media.write');
  await requireQuota(ctx, who.workspaceId);
  await using incoming = await openIncoming(ctx.config.dataDir);
  const { fileName, fields } = await receiveForm(form, incoming);
  const { alt_text } = checkFields(fields);
  // `await` here, because the incoming file is removed when this function returns.
  return await addFile(ctx, who, incoming, {
    name: defaultName(fileName),
    altText: alt_text ?? null,
    allow: 'images',
    field: 'file',
  });
}

async function receiveForm(form: AsyncIterable<FormPart>, incoming: Incoming) {
  const fields: Record<string, string> = {};
  let fileName: string | undefined;
  for await (const part of form) {
    const { kind, name } = part;
    if (kind === 'field') {
      if (Object.hasOwn(fields, name)) throw invalid([detail(name, 'sent_twice')]);
      fields[name] = part.value;
    } else {
      if (name !== 'file') throw invalid([detail(name, 'not_the_file')]);
      fileName = part.fileName;
      await receive(part.bytes, incoming.path);
    }
  }
  if (fileName === undefined) throw invalid([detail('file', 'required')]);
  return { fileName, fields };
}

export type LinkInput = BodyOf<'addMediaFromUrl'>;

/** All downloads of this process share the queues. */
export async function addMediaFromUrl(
  ctx: Ctx,
  { files, downloads }: DownloadQueues,
  who: Caller,
  input: LinkInput,
): Promise<LibraryMedia> {
  allow(who, 'media.write');
  return files.run(() => addFromUrl(ctx, downloads, who, input), { owner: who.userId });
}

async function addFromUrl(
  ctx: Ctx,
  downloads: FairQueue,
  who: Caller,
  input: LinkInput,
): Promise<LibraryMedia> {
  await requireQuota(ctx, who.workspaceId);
  await using incoming = await openIncoming(ctx.config.dataDir);
  const { url } = await downloads.run(() => fetchLink(ctx, input.url, incoming, FILES), {
    owner: who.userId,
  });
  const name = input.name ?? defaultName(nameFromUrl(url));
  // `await` here, because the incoming file is removed when this function returns.
  return await addFile(ctx, who, incoming, {
    name,
    altText: input.alt_text ?? null,
    allow: 'images and videos',
    field: 'url',
  });
}

interface Arrived {
  name: string;
  altText: string | null;
  allow: Parameters<typeof probeFile>[1];
  /** The field of the request that brought the file. Undefined: its body is the file. */
  field?: 'file' | 'url';
  /** Bytes that an image may have. */
  maxImage?: number;
  /** Inserts the row. Default: {@link store.insertMedia}. */
  insert?: (media: store.MediaWrite) => Promise<store.MediaRow | undefined>;
}

/** Checks a file that has arrived on this machine, and adds it to the library. */
export async function addFile(
  ctx: Ctx,
  who: Caller,
  incoming: Incoming,
  { name, altText, allow: allowed, field, maxImage, insert }: Arrived,
): Promise<LibraryMedia> {
  // Flush during the probe, so that the store has little left to sync.
  const [probed, size] = await Promise.all([
    probeFile(incoming.path, allowed, who.userId).catch((error: unknown) => throwProblem(error, field)),
    flush(incoming.path),
  ]);
  if (probed.kind === 'image' && size > (maxImage ?? size)) throw new Problem('file_too_large');
  await using still = await openIncoming(ctx.config.dataDir);
  const poster =
    probed.kind === 'video'
      ? await makePoster(who.workspaceId, incoming.path, probed, still.path)
      : undefined;
  const key = generateStorageKey(probed.extension);
  await ctx.files.adopt(key, incoming.path);
  const media = {
    ...probed,
    workspaceId: who.workspaceId,
    userId: who.userId,
    name,
    altText: altText || null,
    size,
    key,
  };
  const row = await insertOrRefuse(ctx, media, insert);
  if (poster) await keepPoster(ctx, { workspaceId: who.workspaceId, mediaId: row.id }, poster, still.path);
  return presentInLibrary(row);
}

/** Only logs an error: the video is already in the library, and after a failure its sender would upload it again. */
async function keepPoster(
  ctx: Ctx,
  of: { workspaceId: number; mediaId: number },
  poster: Fitted,
  path: string,
): Promise<void> {
  await keepRendition(ctx, { ...of, purpose: POSTER }, poster, path).catch((error: unknown) =>
    ctx.log.warn({ err: error, media: of.mediaId }, 'the poster of a video could not be stored'),
  );
}

/** Returns the size in bytes. */
async function flush(path: string): Promise<number> {
  await using file = await open(path);
  await file.sync();
  return (await file.stat()).size;
}

async function insertOrRefuse(
  ctx: Ctx,
  media: store.MediaWrite,
  insert: Arrived['insert'] = (media) => store.insertMedia(ctx.db, media, ctx.config.mediaQuota),
): Promise<store.MediaRow> {
  // If this throws another error, the row may exist nevertheless, so keep the file. Without a row, `verify/` removes it later.
  const row = await insert(media).catch(async (error: unknown) => {
    // Our own refusal rolls the transaction back, so there is no row.
    if (error instanceof Problem) await ctx.files.remove(media.key);
    throw error;
  });
  if (row !== undefined) return row;
  await ctx.files.remove(media.key);
  throw overQuota(await store.usedBytes(ctx.db, media.workspaceId), ctx.config.mediaQuota, media.size);
}

/** An early check, before any bytes are received. */
async function requireQuota({ db, config }: Pick<Ctx, 'db' | 'config'>, workspaceId: number): Promise<void> {
  if (config.mediaQuota === undefined) return;
  const used = await store.usedBytes(db, workspaceId);
  if (used >= config.mediaQuota) throw overQuota(used, config.mediaQuota);
}

export function overQuota(used: number, quota = 0, size?: number): Problem {
  const file = size === undefined ? '' : ` This file has ${say(size)}.`;
  const [taken, whole] = comparedSizes(used, quota);
  const message = `This workspace uses ${taken} of ${whole} for media.${file} Delete files that you no longer need.`;
  return new Problem('media_quota_exceeded', { message, details: { used, quota } });
}

/** Throws a {@link Problem} if the link cannot be downloaded. */
export async function fetchLink(
  ctx: Pick<Ctx, 'config' | 'outbound'>,
  url: string,
  incoming: Incoming,
  bounds: Pick<DownloadOptions, 'seconds' | 'limits'>,
) {
  try {
    return await download(url, incoming.path, {
      allow: ctx.config.outboundAllow,
      lookup: ctx.outbound.lookup,
      ...bounds,
    });
  } catch (error) {
    if (!(error instanceof DownloadRefused)) throw error;
    const { code, message } = error;
    if (code === 'too_large') throw new Problem('file_too_large', { message });
    throw new Problem('link_refused', { message, errors: { url: [message] }, details: { reason: code } });
  }
}

function throwProblem(error: unknown, field: Arrived['field']): never {
  if (!(error instanceof UnfitFile)) throw error;
  const { message } = error;
  throw new Problem('unfit_file', { message, ...(field && { errors: { [field]: [message] } }) });
}
