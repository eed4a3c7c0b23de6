/** What other modules may ask of rates. */
export { openRates, type Rates } from './rates.ts';
export { forgetCounts } from './store.ts';
