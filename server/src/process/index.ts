/** Start and stop of a process, its periodic duties, and the record of running processes. */

export type { Process, Running } from './processes/store.ts';
export { listRunning } from './processes/store.ts';
