/** What duties ask of exports. */
export { removeExpired } from './exports.ts';
export { makeExports } from './make.ts';
