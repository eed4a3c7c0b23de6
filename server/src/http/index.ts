/** Requests and answers: who sent them, limits, errors. */

export { hasReadingMethod } from './authenticate.ts';
export { prepareClosing } from './closing.ts';
export { answerClientError, describeProblem } from './failures.ts';
export type { FormPart } from './form.ts';
export { MAX_UPLOAD } from './form.ts';
export type { IdempotencyKey } from './idempotency.ts';
export { singleValues } from './queries.ts';
export { replyData, replyHeaders, replyNothing } from './replies.ts';
export { Response } from './response.ts';
export type { Answer, Exchange, Handlers } from './serve.ts';
export { createApp } from './serve.ts';
