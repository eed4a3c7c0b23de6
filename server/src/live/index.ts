/** Published posts: deleting them at their networks, their numbers, and pages that networks name later. */

export { deleteExpiredMetrics, measureDue } from './measuring/measuring.ts';
export { performRemovals } from './removing.ts';
export { revisitDue } from './revisits/revisiting.ts';
