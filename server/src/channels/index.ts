/** What other rooms may use of channels. */
export { finishSignIn } from './connect.ts';
export { listOrigins } from './grants/origins.ts';
export { refreshDueGrants } from './grants/refresher.ts';
export type { FindGrant, OpenSession } from './grants/tokens.ts';
export { loseSession, openGrants, openSession, refreshSession, releaseGrants } from './grants/tokens.ts';
export { listStale, refreshLimits } from './limits.ts';
export { findMissing, nameAll, requireChannels } from './named.ts';
export { presentChannel, SHOWN_CHANNEL } from './present.ts';
export { findSlot } from './queue.ts';
export type { ChannelRow } from './store.ts';
export { lockChannels, readChannels } from './store.ts';
