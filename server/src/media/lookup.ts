/** What other modules may ask of media. */
export type { MediaRow } from './store.ts';
export { holdMedia, mediaOfPosts, readMedia } from './store.ts';
export { listNamedKeys } from './verify/verify.ts';
