/** What other modules may ask of posts. */
export { findViolations, requireFitting, requireKnown } from './check.ts';
export type { PostRow, TargetRow } from './store.ts';
export { findPost, listTargets, lockPost } from './store.ts';
export { requireVersion } from './version.ts';
