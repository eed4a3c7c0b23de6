/** Published posts: deleting them at their networks, and the numbers that networks show about them. */

export { deleteExpiredMetrics, measureDue } from './measuring.ts';
export { performRemovals } from './removing.ts';
