/** The part of exports that the duties use. */
export { removeExpired } from './exports.ts';
export { makeExports } from './make.ts';
