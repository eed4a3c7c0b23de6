export { voidConsents } from './consents/void.ts';
export { walkTarget } from './fitting.ts';
export { AnswerCache } from './reading/answer-cache.ts';
export { AnswerFiles } from './reading/answer-files.ts';
export { askAboutCopies } from './reconcile.ts';
export { digestPost } from './reviews/digest.ts';
export { isShownElsewhere, lockShowing, voidLeased } from './reviews/store.ts';
export { requireOwnReach, voidByMedia } from './reviews/void.ts';
export { findPost, listTargets, lockPost, markRemoved, nameRemote } from './store.ts';
