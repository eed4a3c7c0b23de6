/** What other rooms may use of data. */
export { deleteOldLinks } from './duty.ts';
export { eraseWorkspaces } from './erasure/erase.ts';
export { removeExpired } from './exports/exports.ts';
export { makeExports } from './exports/make.ts';
