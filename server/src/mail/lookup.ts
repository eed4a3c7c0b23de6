/** The part of this module that duties and the doctor use. */
export { sendDueMails, verifyServer } from './sending.ts';
export { forgetMails } from './store.ts';
