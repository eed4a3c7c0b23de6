/** The functions of media for other modules. */
export { fileNameOf } from './names.ts';
export type { MediaRow } from './store.ts';
export { holdMedia, mediaOfPosts, readMedia } from './store.ts';
export { listNamedKeys } from './verify/verify.ts';
