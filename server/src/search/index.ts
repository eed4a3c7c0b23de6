export { indexPosts } from './indexing.ts';
export { findMatches, type Matches } from './matching.ts';
export { hasWords } from './store.ts';
