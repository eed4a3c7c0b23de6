export { Callers } from './callers.ts';
export { generateKey, hashKey, storedOf } from './key.ts';
export type { RightsRow } from './store.ts';
export { deleteEndedKeys, insertKey, RIGHTS_OF_KEYS, touchKeys } from './store.ts';
