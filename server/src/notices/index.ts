export { cut } from './cut.ts';
export { mailNotices } from './mailing/mailing.ts';
export { openMailStop } from './mailing/token.ts';
export { unsubscribe } from './mailing/unsubscribe.ts';
export { countUnreadNotices } from './notices.ts';
export { makeNotices } from './reading/reader.ts';
export { deleteOldNotices } from './store.ts';
