/** What other rooms may use of mail. */
export { isMailAddress, isSameAddress } from './address.ts';
export type { Part } from './letter.ts';
export { writeLetter } from './letter.ts';
export { oneLine } from './one-line.ts';
export type { Mail } from './queue.ts';
export { queueMail, requireFewMails } from './queue.ts';
export { sendDueMails, verifyServer } from './sending.ts';
export type { MailSettings } from './settings.ts';
export { readMail } from './settings.ts';
export { deleteOldMails } from './store.ts';
export { writeAddressChanged, writeAddressLink, writeInvitation, writePasswordReset } from './templates.ts';
