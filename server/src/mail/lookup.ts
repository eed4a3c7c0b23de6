/** What duties ask of mail. */
export { greetServer, sendDueMails } from './sending.ts';
export { forgetMails } from './store.ts';
