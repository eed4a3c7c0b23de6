export { fitData } from './fit.ts';
export { presentEvent } from './present.ts';
export { startSealer } from './sealer.ts';
export { openSlots } from './slots.ts';
export type { EventRow } from './store.ts';
export {
  eraseChain,
  eraseEvents,
  eventSql,
  findHeadSeq,
  kindSql,
  recordEvent,
  SEALED,
  SEALED_CHANNEL,
  withinChannels,
} from './store.ts';
export type { Chain, ChainBreak, Verification } from './verify.ts';
export { verifyChains } from './verify.ts';
