/** Exports for other modules. */
export type { Claim, LaneHealth } from './store.ts';
export { claimLanes, forgetLostWorkers, readLaneHealth, releaseAll } from './store.ts';
