/** What the service asks of sending. */
export { releaseWebhooks } from './store.ts';
export { startSender } from './watch.ts';
