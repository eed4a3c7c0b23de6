/** Exports for other modules. */
export { openRates, type Rates } from './rates.ts';
export { forgetCounts } from './store.ts';
