export type { Process, Running } from './processes/store.ts';
export { listRunning } from './processes/store.ts';
