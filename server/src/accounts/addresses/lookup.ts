/** The part of addresses that sign-ins and other modules may use. */
export { claimAddress } from './proof.ts';
export { deleteOldChanges, markVerified } from './store.ts';
