/** What other modules may ask of reviews. */
export type { ReviewRow } from './store.ts';
export { isShownElsewhere, latestReviews, lockShowing, recordVoided, voidLeased } from './store.ts';
export { requireOwnReach, voidByMedia } from './void.ts';
