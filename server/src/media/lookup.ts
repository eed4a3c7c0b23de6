/** What other modules may ask of media. */
export type { MediaRow } from './store.ts';
export { mediaOfPosts, readMedia } from './store.ts';
