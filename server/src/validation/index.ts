/** The check of JSON from outside. */

export { findExcess } from './excess.ts';
export { type Check, checkAgainst, checkBody, checkStrings, MAX_SENTENCES } from './validate.ts';
