export { releaseWebhooks } from './sending/store.ts';
export { startSender } from './sending/watch.ts';
export { deleteOldDeliveries, readWebhookHealth } from './store.ts';
