/** What other modules may ask of reviews. */
export type { ReviewRow } from './store.ts';
export { latestReviews, recordVoided, voidHeld } from './store.ts';
export { voidByMedia } from './void.ts';
