/** Exports for other modules. */
export type { ReviewRow } from './store.ts';
export { isShownElsewhere, latestReviews, lockShowing, recordVoided, voidLeased } from './store.ts';
export { requireOwnReach, voidByMedia } from './void.ts';
