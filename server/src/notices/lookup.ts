/** What duties, and the page of those who stop mail, ask of notices. */
export { mailNotices } from './mailing/mailing.ts';
export { openStop } from './mailing/token.ts';
export { unsubscribe } from './mailing/unsubscribe.ts';
export { makeNotices } from './reading/reader.ts';
export { forgetNotices } from './store.ts';
