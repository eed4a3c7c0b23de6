/** What other modules may ask of publishing. */
export type { LaneHealth } from './store.ts';
export { readLaneHealth, releaseAll } from './store.ts';
