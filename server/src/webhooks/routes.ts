import type { webhookRoutes } from '@belfry/contract/webhook-routes.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/serve.ts';

type WebhookHandlers = Pick<Handlers, keyof typeof webhookRoutes>;

export function webhookHandlers(_ctx: Context): WebhookHandlers {
  return {};
}
