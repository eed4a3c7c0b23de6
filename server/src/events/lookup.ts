/** What other modules may ask of events. */
export { recordEvent } from './store.ts';
