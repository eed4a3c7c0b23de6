/** What other modules may ask of publishing. */
export type { Claim, LaneHealth } from './store.ts';
export { claimLanes, forgetLostWorkers, readLaneHealth, releaseAll } from './store.ts';
