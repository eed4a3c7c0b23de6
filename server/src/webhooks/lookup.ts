/** What the service, its duties and its meters ask of webhooks. */
export { releaseWebhooks, startSender } from './sending/lookup.ts';
export { forgetDeliveries, readWebhookHealth } from './store.ts';
