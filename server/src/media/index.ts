/** What other rooms may use of media. */
export { prepareDueSoon } from './convert/prepare.ts';
export { generateStorageKey } from './library/keys.ts';
export { fileNameOf } from './library/names.ts';
export { openMedia } from './library/open.ts';
export { factsOf, presentMedia } from './library/present.ts';
export type { MediaRow } from './library/store.ts';
export { lockMediaForPost, mediaOfPosts, readMedia } from './library/store.ts';
export type { Report } from './library/verify/verify.ts';
export { listNamedKeys, verifyMedia, verifyMediaAlone } from './library/verify/verify.ts';
export { planAnswer } from './serve/serve-file.ts';
