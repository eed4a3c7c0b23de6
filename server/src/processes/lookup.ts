/** What other modules may ask of the processes on this database. */
export type { Process, Running } from './store.ts';
export { forgetLostProcesses, forgetProcess, listRunning, noteProcess } from './store.ts';
