import type { webhookRoutes } from '@belfry/contract/webhooks.ts';
import type { Context } from '../base/context.ts';
import type { Handlers } from '../http/index.ts';
import * as deliveries from './deliveries.ts';
import * as webhooks from './webhooks.ts';

type WebhookHandlers = Pick<Handlers, keyof typeof webhookRoutes>;

export function webhookHandlers(ctx: Context): WebhookHandlers {
  return {
    listWebhooks: async ({ who }) => ({ body: { data: await webhooks.listWebhooks(ctx, who) } }),
    createWebhook: async ({ who, body }) => ({
      body: { data: await webhooks.createWebhook(ctx, who, body) },
    }),
    getWebhook: async ({ who, params }) => ({
      body: { data: await webhooks.getWebhook(ctx, who, params.id) },
    }),
    updateWebhook: async ({ who, params, body }) => ({
      body: { data: await webhooks.updateWebhook(ctx, who, params.id, body) },
    }),
    async deleteWebhook({ who, params }) {
      await webhooks.deleteWebhook(ctx, who, params.id);
      return { body: undefined };
    },
    rotateWebhook: async ({ who, params, body }) => ({
      body: { data: await webhooks.rotateWebhook(ctx, who, params.id, body) },
    }),
    replayWebhook: async ({ who, params, body }) => ({
      body: { data: await webhooks.replayWebhook(ctx, who, params.id, body) },
    }),
    testWebhook: async ({ who, params }) => ({
      body: { data: await deliveries.testWebhook(ctx, who, params.id) },
    }),
    listDeliveries: async ({ who, params, query }) => ({
      body: await deliveries.listDeliveries(ctx, who, params.id, query),
    }),
    redeliver: async ({ who, params }) => ({
      body: { data: await deliveries.redeliver(ctx, who, params.id) },
    }),
  };
}
