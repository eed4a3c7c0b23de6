/** Counts for rate limits, and for what may be used in a month. */

export type { Rates } from './rates.ts';
export { openRates } from './rates.ts';
export { counterOf, counterOfChannel } from './sends.ts';
export { countSends, deleteExpiredCounts, giveBack, listCounts, reserveInMonth } from './store.ts';
