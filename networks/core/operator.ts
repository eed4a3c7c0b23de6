/** What only the operator of the installation can mend, such as wrong keys of the app. */
import type { FaultRow } from './faults.ts';

/** Seconds until a call may find that the operator has mended it. */
export const operatorsWait = 900;

/** All calls of the app wait. A row adds its conditions and a hint for the operator. */
export const awaitsOperator = {
  means: 'throttled',
  scope: 'app',
  cause: 'operator',
  wait: operatorsWait,
} as const satisfies FaultRow;
