/** The thread of {@link ./readers.ts}. It receives bytes and returns a checked value or a problem. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ErrorCode } from '@belfry/contract/error.ts';
import type { ProblemDetails } from '../../base/problem.ts';
import { Problem } from '../../base/problem.ts';
import type { Body, BodyInput } from './json.ts';
import { readJson } from './json.ts';

/** Of this thread: answers and due posts come before large bodies. Only Linux has priorities of threads. */
const NICENESS = 10;
if (process.platform === 'linux') setPriority(NICENESS);

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
