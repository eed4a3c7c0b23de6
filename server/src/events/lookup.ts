/** What other modules may ask of events. */
export { fitData } from './fit.ts';
export {
  type EventRow,
  eraseChain,
  eraseEvents,
  findHeadSeq,
  recordEvent,
  SEALED,
  SEALED_CHANNEL,
  withinChannels,
} from './store.ts';
