import type { Context } from '../../base/context.ts';
import { type Handlers, replyData } from '../../http/index.ts';
import { openDownloadQueues } from '../arrival/download-queues.ts';
import { answerWithFile } from '../serve/answer.ts';
import { findPicture, getLinkCard } from './cards.ts';

export function linkCardHandlers(ctx: Context) {
  // Their own, so that a person who adds files from links can still write.
  const queues = openDownloadQueues();
  return {
    getLinkCard: ({ who, query }) => replyData(getLinkCard(ctx, queues, who, query.url)),
    async getLinkCardImage({ who, params, method, headers }) {
      const { key, size } = await findPicture(ctx, who, params.id);
      const about = { size, mimeType: 'image/webp', name: 'card.webp', modifiedAt: undefined };
      return answerWithFile(ctx, { method, headers }, key, about);
    },
  } satisfies Partial<Handlers>;
}
