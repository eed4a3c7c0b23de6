/** Exports for other modules. */
export type { PostFilter } from './store.ts';
export { findPage } from './store.ts';
