/** The thread of {@link ./readers.ts}. It receives bytes and returns a checked value or a problem. */
import { parentPort } from 'node:worker_threads';
import type { ErrorCode } from '@belfry/contract/error.ts';
import type { ProblemDetails } from '../../base/problem.ts';
import { Problem } from '../../base/problem.ts';
import type { Body, BodyInput } from './json.ts';
import { readJson } from './json.ts';

export type Reading = { body: Body } | { problem: { code: ErrorCode; more: ProblemDetails } };

parentPort?.on('message', (input: BodyInput) => parentPort?.postMessage(read(input)));

/** Any other error than a problem is a defect, and ends the thread. */
function read(input: BodyInput): Reading {
  try {
    return { body: readJson(input) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message, more } = error;
    return { problem: { code, more: { ...more, message } } };
  }
}
