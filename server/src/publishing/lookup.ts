/** What other modules may ask of publishing. */
export type { Claim, LaneHealth } from './store.ts';
export { claimLanes, readLaneHealth, releaseAll } from './store.ts';
