/** What other rooms may use of idempotency. */

export type { Answer } from './idempotency.ts';
export { deleteOldAnswers, once, recall } from './idempotency.ts';
