/** What other modules may ask of channels. */
export type { ChannelRow } from './store.ts';
export { lockChannels, readChannels } from './store.ts';
