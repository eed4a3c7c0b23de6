import type { Context } from '../../base/context.ts';
import { FairQueue } from '../../base/fair-queue.ts';
import { Problem } from '../../base/problem.ts';
import type { Handlers } from '../../http/index.ts';
import {
  headersOf,
  headersOfEnded,
  headersOfNew,
  readAnnounced,
  readOffset,
  requireVersion,
} from './headers.ts';
import * as uploads from './uploads.ts';

/** Slices of one person that arrive at once, in this process. Each may take as much room as its file. */
const MAX_ARRIVING = 8;
/** Milliseconds for which another one waits. */
const QUEUE_TIMEOUT = 20_000;

export function uploadHandlers(ctx: Context) {
  const arriving = new FairQueue({
    each: MAX_ARRIVING,
    timeout: { milliseconds: QUEUE_TIMEOUT, refusal: () => new Problem('unavailable') },
  });
  return {
    async createUpload({ who, headers }) {
      requireVersion(headers);
      const upload = await uploads.createUpload(ctx, who, readAnnounced(headers));
      return { body: undefined, headers: headersOfNew(upload) };
    },
    async getUpload({ who, params, headers }) {
      requireVersion(headers);
      const upload = await uploads.getUpload(ctx, who, params.id);
      return { body: { data: upload }, headers: headersOf(upload) };
    },
    async sendSlice({ who, params, headers, bytes }) {
      requireVersion(headers);
      const length = headers['content-length'];
      const declared = length === undefined ? undefined : Number(length);
      const slice = { start: readOffset(headers), declared, bytes };
      const send = () => uploads.sendSlice(ctx, who, params.id, slice);
      return { body: undefined, headers: headersOf(await arriving.run(send, { owner: who.userId })) };
    },
    async deleteUpload({ who, params, headers }) {
      requireVersion(headers);
      await uploads.deleteUpload(ctx, who, params.id);
      return { body: undefined, headers: headersOfEnded() };
    },
  } satisfies Partial<Handlers>;
}
