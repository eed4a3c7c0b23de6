import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import { type Handlers, replyData, replyNothing } from '../../http/index.ts';
import { addMediaFromUrl, uploadMedia } from '../arrival/arrival.ts';
import { openDownloadQueues } from '../arrival/download-queues.ts';
import { answerWithFile, type FileQuestion } from '../serve/answer.ts';
import { readLink, type SharedFile } from '../serve/links.ts';
import { provideThumbnail } from '../serve/thumbnails.ts';
import { changeMany } from './bulk.ts';
import * as library from './library.ts';
import { fileNameOf } from './names.ts';
import { versionOfThumbnail } from './present.ts';

export function mediaHandlers(ctx: Context) {
  const queues = openDownloadQueues();
  return {
    uploadMedia: ({ who, form }) => replyData(uploadMedia(ctx, who, form)),
    addMediaFromUrl: ({ who, body }) => replyData(addMediaFromUrl(ctx, queues, who, body)),
    listMedia: async ({ who, query }) => ({
      body: await library.listMedia(ctx, who, query),
    }),
    getMedia: ({ who, params }) => replyData(library.getMedia(ctx, who, params.id)),
    updateMedia: ({ who, params, body }) => replyData(library.updateMedia(ctx, who, params.id, body)),
    deleteMedia: ({ who, params }) => replyNothing(library.deleteMedia(ctx, who, params.id)),
    bulkMedia: ({ who, body }) => replyData(changeMany(ctx, who, body)),
    async getMediaFile({ who, params, method, headers }) {
      const row = await library.findRow(ctx, who, params.id);
      return serve(ctx, { method, headers }, row, row);
    },
    async getThumbnail({ who, params, query, method, headers }) {
      const row = await library.findRow(ctx, who, params.id);
      const picture = await provideThumbnail(ctx, who.workspaceId, row, query.width ?? 320);
      const isImmutable = query.v === versionOfThumbnail(row);
      return serve(ctx, { method, headers }, picture, { ...row, ...(isImmutable && { isImmutable }) });
    },
    async getSharedFile({ params, method, headers }) {
      const shared = orNotFound(readLink(ctx, params.name));
      return serve(ctx, { method, headers }, shared, { name: params.name });
    },
  } satisfies Partial<Handlers>;
}

/** `about`: the media itself, or the media that the bytes were made from. */
function serve(
  ctx: Pick<Context, 'files'>,
  request: FileQuestion,
  { storage_key, mime_type, size }: SharedFile,
  about: { name: string; created_at?: string; isImmutable?: true },
) {
  return answerWithFile(ctx, request, storage_key, {
    size,
    mimeType: mime_type,
    name: fileNameOf({ name: about.name, mime_type }),
    modifiedAt: about.created_at === undefined ? undefined : new Date(about.created_at),
    ...(about.isImmutable && { isImmutable: true }),
  });
}
