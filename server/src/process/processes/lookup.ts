/** The functions of this folder that other modules may use. */
export type { Process, Running } from './store.ts';
export { forgetLostProcesses, forgetProcess, listRunning, noteProcess } from './store.ts';
