/** Published posts: deleting them at their networks, their numbers, and pages that networks name later. */

export type { BudgetUse } from './measuring/budget.ts';
export { readBudgetsUsed } from './measuring/budget.ts';
export { deleteExpiredMetrics, measureDue } from './measuring/measuring.ts';
export { performRemovals } from './removing.ts';
export { revisitDue } from './revisits/revisiting.ts';
