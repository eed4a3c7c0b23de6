/** The queue of each channel. `sql.ts` explains its terms and the order of locks. */

export type { CheckNote, DueCheck } from './checks/store.ts';
export { noteChecks, reserveDueChecks, scheduleChecks } from './checks/store.ts';
export { CONDITION, CONDITION_MARK, CONDITION_NUMBER, CONDITION_STAMP } from './conditions/store.ts';
export { appOf, GATE_CTES, isQuietFor, USES_GRANT } from './gates/sql.ts';
export type { GateRef } from './gates/store.ts';
export {
  closeGate,
  countPausedGates,
  endProbe,
  listRefusedFamilies,
  openEnvironmentGates,
  openGate,
} from './gates/store.ts';
export { LANE_OF_C, type Lane } from './lane.ts';
export { pauseLane, resumeLane } from './pausing/store.ts';
export type { Preparation } from './preparing/store.ts';
export {
  claimPreparations,
  endPreparation,
  findPreparedDigest,
  noteDigest,
  prolongPreparations,
} from './preparing/store.ts';
export { clearLanes, failDue, lockDue, RESTORED_ENTRY } from './rewind/store.ts';
export type { Settled, Settlement } from './settling/store.ts';
export { drainLanes, settleTargets } from './settling/store.ts';
export * from './sql.ts';
export type { Claim } from './store.ts';
export {
  claimLanes,
  freeLane,
  isAloneInFlight,
  isPublishing,
  LEASE,
  MOST_OF_QUICK,
  prolongLeases,
  releaseAll,
  secondsUntilDue,
  stopLanes,
  wakeWorkers,
} from './store.ts';
export type { LaneCounts, LaneHealth } from './waiting/store.ts';
export { countWaiting, countWaitingByLane, readLaneHealth } from './waiting/store.ts';
