/** The part of keys that other modules may use. */
export { deleteEndedKeys, findCaller, insertKey, RIGHTS_OF_KEYS, touchKeys } from './store.ts';
