import { Readable } from 'node:stream';
import type { Context } from '../../base/context.ts';
import { type Handlers, replyNothing } from '../../http/index.ts';
import { deleteCaptions, getCaptions, setCaptions } from './captions.ts';

/** As for every file that a browser shows: nothing of it runs. */
const HEADERS = {
  'content-type': 'text/vtt; charset=utf-8',
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; sandbox",
};

export function captionHandlers(ctx: Context) {
  return {
    setCaptions: ({ who, params, body }) => replyNothing(setCaptions(ctx, who, params, body.text)),
    async getCaptions({ who, params, method }) {
      const text = await getCaptions(ctx, who, params);
      const bytes = Readable.from([Buffer.from(text)]);
      return { body: undefined, headers: HEADERS, ...(method !== 'HEAD' && { bytes }) };
    },
    deleteCaptions: ({ who, params }) => replyNothing(deleteCaptions(ctx, who, params)),
  } satisfies Partial<Handlers>;
}
