export { readAnnounced } from './announced.ts';
export { cut } from './cut.ts';
export { mailNotices } from './mailing/mailing.ts';
export { openMailStop } from './mailing/token.ts';
export { unsubscribe } from './mailing/unsubscribe.ts';
export { countUnreadNotices, findOwnNotices } from './notices.ts';
export { makeNotices } from './reading/reader.ts';
export { deleteOldNotices, NOTICES_CHANNEL } from './store.ts';
