/** What sign-ins and other modules may ask of addresses. */
export { claimAddress } from './proof.ts';
export { deleteOldChanges, markVerified } from './store.ts';
