/** What other modules may ask of events. */
export { eraseChain, eraseEvents, recordEvent, SEALED_CHANNEL, withinChannels } from './store.ts';
