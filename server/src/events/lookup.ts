/** The part of this module that other modules may use. */
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
