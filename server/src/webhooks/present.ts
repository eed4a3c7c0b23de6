import type { Delivery, Webhook } from '@belfry/contract/webhooks.ts';
import type { DeliveryRow, WebhookRow } from './store.ts';

/** Without secrets. */
export function presentWebhook({ head, ...row }: WebhookRow): Webhook {
  return { ...row, enabled: row.disabled_at === null, lag: Math.max(0, head - row.position) };
}

export function presentDelivery({ url, headers, body, ...row }: DeliveryRow): Delivery {
  return { ...row, delivered: row.error === null, request: { url, headers, body } };
}
