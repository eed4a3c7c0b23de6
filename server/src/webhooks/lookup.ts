/** The functions of webhooks for other modules: the service, its duties and its metrics. */
export { releaseWebhooks, startSender } from './sending/lookup.ts';
export { forgetDeliveries, readWebhookHealth } from './store.ts';
