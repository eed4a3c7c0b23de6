import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import * as deliveries from './deliveries.ts';
import * as webhooks from './webhooks.ts';

export function webhookHandlers(ctx: Context) {
  return {
    listWebhooks: ({ who }) => replyData(webhooks.listWebhooks(ctx, who)),
    createWebhook: ({ who, body }) => replyData(webhooks.createWebhook(ctx, who, body)),
    getWebhook: ({ who, params }) => replyData(webhooks.getWebhook(ctx, who, params.id)),
    updateWebhook: ({ who, params, body }) => replyData(webhooks.updateWebhook(ctx, who, params.id, body)),
    deleteWebhook: ({ who, params }) => replyNothing(webhooks.deleteWebhook(ctx, who, params.id)),
    rotateWebhook: ({ who, params, body }) => replyData(webhooks.rotateWebhook(ctx, who, params.id, body)),
    replayWebhook: ({ who, params, body }) => replyData(webhooks.replayWebhook(ctx, who, params.id, body)),
    testWebhook: ({ who, params }) => replyData(deliveries.testWebhook(ctx, who, params.id)),
    listDeliveries: async ({ who, params, query }) => ({
      body: await deliveries.listDeliveries(ctx, who, params.id, query),
    }),
    redeliver: ({ who, params }) => replyData(deliveries.redeliver(ctx, who, params.id)),
  } satisfies Partial<Handlers>;
}
