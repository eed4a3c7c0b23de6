/** Exports for other modules. */
export { requireKnown } from './check.ts';
export type { Fitting } from './fitting.ts';
export { checkAgain, checkFitting, requireFitting, walkTarget } from './fitting.ts';
export type { PostRow, TargetRow } from './rows.ts';
export type { SentPost } from './sent.ts';
export { findPost, listTargets, lockPost } from './store.ts';
export { requireVersion } from './version.ts';
