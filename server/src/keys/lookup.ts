/** What other modules may ask of keys. */
export { deleteEndedKeys, findCaller, insertKey, touchKeys } from './store.ts';
