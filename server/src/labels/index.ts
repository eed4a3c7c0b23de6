export { findMissingLabels, lockChosen } from './chosen.ts';
export { type LabelRow, labelsOfPosts, lockLabels, presentLabel, readLabels } from './store.ts';
