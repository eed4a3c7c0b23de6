/** The functions of the sender for other modules. */
export { releaseWebhooks } from './store.ts';
export { startSender } from './watch.ts';
