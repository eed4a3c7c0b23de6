/** Answers that are kept by the key of their request. */

export type { Answer } from './idempotency.ts';
export { deleteOldAnswers, once, recall } from './idempotency.ts';
