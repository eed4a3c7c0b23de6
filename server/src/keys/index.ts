/** What other rooms may use of keys. */
export { drawKey, hashKey, hintOf } from './key.ts';
export { deleteEndedKeys, findCaller, insertKey, RIGHTS_OF_KEYS, touchKeys } from './store.ts';
