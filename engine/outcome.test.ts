/** The outcome of each fault, file and exception, and the wait before the next try. */
import type { Fault } from '@belfry/networks/core/fault.ts';
import { describe, expect, test } from 'vitest';
import { backOff, type Outcome, outcomeOfFault, outcomeOfFile, outcomeOfUnexpected } from './outcome.ts';
import { MediaUnusable } from './unusable.ts';

const message = 'The bells are silent.';
const networkCode = 'E7';

describe('the outcome of a fault', () => {
  test.each<[Fault, Partial<Outcome>]>([
    [
      { kind: 'rejected', message },
      { kind: 'failed', code: 'rejected', message },
    ],
    [
      { kind: 'rejected', message, networkCode, field: 'content' },
      { kind: 'failed', code: 'rejected', message, networkCode, field: 'content' },
    ],
    [
      { kind: 'expired', message },
      { kind: 'held', message },
    ],
    [
      { kind: 'reconnect', message, networkCode },
      { kind: 'held', message, networkCode },
    ],
    [
      { kind: 'throttled', message, retryAfter: 7, scope: 'channel' },
      { kind: 'later', seconds: 7, because: 'throttled', message, pauses: 'lane' },
    ],
    [
      { kind: 'throttled', message, retryAfter: null, scope: 'app' },
      { kind: 'later', seconds: 60, because: 'throttled', message, pauses: 'app' },
    ],
    [
      { kind: 'throttled', message, retryAfter: 60, scope: 'app', cause: 'operator' },
      { kind: 'later', seconds: 900, because: 'throttled', message, pauses: 'app', cause: 'operator' },
    ],
    [
      { kind: 'unavailable', message, sent: true },
      { kind: 'later', seconds: expect.any(Number), because: 'unavailable', message, pauses: 'target' },
    ],
    [
      { kind: 'unavailable', message, sent: false },
      { kind: 'later', seconds: expect.any(Number), because: 'unavailable', message, pauses: 'lane' },
    ],
  ])('%j', (fault, outcome) => {
    expect(outcomeOfFault(fault, 0)).toEqual(outcome);
  });
});

const later = { kind: 'later', seconds: expect.any(Number), because: 'unavailable', pauses: 'target' };

test.each<[boolean, object]>([
  [true, { kind: 'failed', code: 'media_unusable', message, field: 'media_ids.1' }],
  [false, { ...later, message }],
])('the outcome of a file that cannot be used, for ever: %s', (isFinal, outcome) => {
  expect(outcomeOfFile(new MediaUnusable(message, { isFinal, field: 'media_ids.1' }), 0)).toEqual(outcome);
});

test.each<[number, object]>([
  [0, { ...later, message }],
  [5, { ...later, message }],
  [6, { kind: 'failed', code: 'adapter_error', message }],
])('the outcome of an exception after %i tries', (tries, outcome) => {
  expect(outcomeOfUnexpected(message, tries)).toEqual(outcome);
});

test.each([
  [0, 1],
  [1, 2],
  [5, 32],
  [9, 512],
  [10, 600],
  [20, 600],
  [5000, 600],
])('after %i tries, the next one waits about %i seconds', (tries, seconds) => {
  expect(backOff(tries, () => 0)).toBeCloseTo(seconds * 0.9);
  expect(backOff(tries, () => 0.5)).toBeCloseTo(seconds);
  expect(backOff(tries, () => 1)).toBeCloseTo(seconds * 1.1);
});
