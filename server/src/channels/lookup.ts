/** Exports for other modules. */
export { listOrigins } from './grants/origins.ts';
export { findMissing, nameAll, requireChannels } from './named.ts';
export type { ChannelRow } from './store.ts';
export { lockChannels, readChannels } from './store.ts';
