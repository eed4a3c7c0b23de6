/** What duties ask of mail. */
export { sendDueMails } from './sending.ts';
export { forgetMails } from './store.ts';
