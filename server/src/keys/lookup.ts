/** What other modules may ask of keys. */
export { deleteEndedKeys, findCaller, insertKey, RIGHTS_OF_KEYS, touchKeys } from './store.ts';
