/** Counts for rate limits. */

export type { Rates } from './rates.ts';
export { openRates } from './rates.ts';
export { deleteExpiredCounts } from './store.ts';
