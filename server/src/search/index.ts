export { indexPosts } from './indexing.ts';
export { findMatches, type Matches } from './matching.ts';
