import { Readable } from 'node:stream';
import type { Routes } from '@belfry/contract/routes.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import type { Files } from '../../files/index.ts';
import { NoSuchFile } from '../../files/index.ts';
import { type Answer, type Handlers, replyData, replyNothing } from '../../http/index.ts';
import { addMediaFromUrl, uploadMedia } from '../arrival/arrival.ts';
import { openDownloadQueues } from '../arrival/download-queues.ts';
import { readLink, type SharedFile } from '../serve/links.ts';
import type { FileRequest } from '../serve/serve-file.ts';
import { planAnswer } from '../serve/serve-file.ts';
import { provideThumbnail } from '../serve/thumbnails.ts';
import * as library from './library.ts';
import { fileNameOf } from './names.ts';

export function mediaHandlers(ctx: Context) {
  const queues = openDownloadQueues();
  return {
    uploadMedia: ({ who, form }) => replyData(uploadMedia(ctx, who, form)),
    addMediaFromUrl: ({ who, body }) => replyData(addMediaFromUrl(ctx, queues, who, body)),
    listMedia: async ({ who, query }) => ({
      body: await library.listMedia(ctx, who, query.page ?? 1, query.as_of),
    }),
    getMedia: ({ who, params }) => replyData(library.getMedia(ctx, who, params.id)),
    updateMedia: ({ who, params, body }) => replyData(library.updateMedia(ctx, who, params.id, body)),
    deleteMedia: ({ who, params }) => replyNothing(library.deleteMedia(ctx, who, params.id)),
    async getMediaFile({ who, params, method, headers }) {
      const row = await library.findRow(ctx, who, params.id);
      return serve(ctx, { method, headers }, row, row);
    },
    async getThumbnail({ who, params, query, method, headers }) {
      const row = await library.findRow(ctx, who, params.id);
      const picture = await provideThumbnail(ctx, who.workspaceId, row, query.width ?? 320);
      return serve(ctx, { method, headers }, picture, row);
    },
    async getSharedFile({ params, method, headers }) {
      const shared = orNotFound(readLink(ctx, params.name));
      return serve(ctx, { method, headers }, shared, { name: params.name });
    },
  } satisfies Partial<Handlers>;
}

/** `about`: the media itself, or the media that the bytes were made from. */
async function serve(
  { files }: Pick<Context, 'files'>,
  request: Pick<FileRequest, 'method' | 'headers'>,
  { storage_key, mime_type, size }: SharedFile,
  about: { name: string; created_at?: string },
): Promise<Answer<Routes['getMediaFile']>> {
  const file = {
    etag: storage_key,
    size,
    mimeType: mime_type,
    name: fileNameOf({ name: about.name, mime_type }),
    modifiedAt: about.created_at === undefined ? undefined : new Date(about.created_at),
  };
  const { status, headers, range } = planAnswer({ ...request, file });
  if (status !== 200 && status !== 206) return { body: undefined, status, headers };
  // A HEAD request does not read the bytes.
  const isHead = request.method === 'HEAD';
  const bytes = isHead ? await readNothing(files, storage_key) : await files.read(storage_key, range);
  return { body: undefined, status, headers, bytes };
}

async function readNothing(files: Files, key: string): Promise<Readable> {
  if ((await files.find(key)) === undefined) throw new NoSuchFile(key);
  return Readable.from([]);
}
