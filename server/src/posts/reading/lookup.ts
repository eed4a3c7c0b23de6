/** What other modules may ask of reading posts. */
export type { PostFilter } from './store.ts';
export { findPage } from './store.ts';
