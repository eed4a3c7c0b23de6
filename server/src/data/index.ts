/** Exports and the deletion of a workspace. */

export { eraseWorkspaces } from './erasure/erase.ts';
export { removeExpired } from './exports/exports.ts';
export { makeExports } from './exports/make.ts';
