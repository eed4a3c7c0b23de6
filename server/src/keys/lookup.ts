/** What other modules may ask of keys. */
export { findCaller, insertKey, touchKeys } from './store.ts';
