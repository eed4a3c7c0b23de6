import { describe, expect, test } from 'vitest';
import type { State, StatedPost, StatedTarget } from './states.ts';
import { stateOfPost, stateOfTarget, states } from './states.ts';

const scheduled: StatedPost = { status: 'scheduled', publishes_on_approval: false };
const pending: StatedTarget = {
  status: 'pending',
  error: null,
  warnings: [],
  removed_at: null,
  condition: null,
};
const failed = (code: string): StatedTarget => ({ ...pending, status: 'failed', error: { code } });
const published: StatedTarget = { ...pending, status: 'published' };
const publishing: StatedTarget = { ...pending, status: 'publishing' };
const under = (
  target: StatedTarget,
  kind: 'held' | 'paused' | 'at_risk' | 'waiting',
  code: string | null = null,
): StatedTarget => ({ ...target, condition: { kind, code } });

const rows: readonly [State, StatedTarget, StatedPost?][] = [
  ['may_be_live', failed('outcome_unknown')],
  ['failed', failed('rejected')],
  ['missed', failed('missed')],
  ['held', under(pending, 'held')],
  ['at_risk', under(pending, 'at_risk', 'rejected')],
  ['retrying', under(publishing, 'waiting', 'throttled')],
  ['retrying', under(pending, 'waiting', 'unavailable')],
  ['paused', under(pending, 'paused')],
  ['publishing', publishing],
  ['publishing', under(publishing, 'waiting', 'processing')],
  ['overdue', pending, { status: 'pending_approval', publishes_on_approval: true }],
  ['pending_approval', pending, { status: 'pending_approval', publishes_on_approval: false }],
  ['at_risk', under(pending, 'at_risk'), { status: 'pending_approval', publishes_on_approval: false }],
  ['scheduled', pending],
  ['scheduled', pending, { status: 'publishing', publishes_on_approval: false }],
  ['draft', pending, { status: 'draft', publishes_on_approval: false }],
  ['published_with_warnings', { ...published, warnings: ['The comment failed.'] }],
  ['removed', { ...published, warnings: ['x'], removed_at: '2026-11-21T09:00:00.000000Z' }],
  ['published', published],
];

test('every state is the state of some channel', () => {
  expect([...new Set(rows.map(([state]) => state))]).toEqual(states);
});

test.each(rows)('a channel is %s: %j of %j', (state, target, post = scheduled) => {
  expect(stateOfTarget(target, post)).toBe(state);
});

describe('a post', () => {
  test.each([
    ['failed', [published, failed('rejected'), pending]],
    ['held', [pending, under(pending, 'held'), under(publishing, 'waiting', 'throttled')]],
    ['published', [published, published]],
    ['scheduled', []],
  ] as const)('is %s by its most severe channel', (state, targets) => {
    expect(stateOfPost({ ...scheduled, targets })).toBe(state);
  });

  test('is publishing between two channels', () => {
    const targets = [published, pending];
    expect(stateOfPost({ status: 'publishing', publishes_on_approval: false, targets })).toBe('publishing');
  });

  test('that was saved as a draft is a draft, with and without channels', () => {
    const draft = { status: 'draft', publishes_on_approval: false } as const;
    expect(stateOfPost({ ...draft, targets: [] })).toBe('draft');
    expect(stateOfPost({ ...draft, targets: [pending] })).toBe('draft');
  });

  test('that waits for approval is overdue after its time', () => {
    const waiting = { status: 'pending_approval', targets: [pending] } as const;
    expect(stateOfPost({ ...waiting, publishes_on_approval: false })).toBe('pending_approval');
    expect(stateOfPost({ ...waiting, publishes_on_approval: true })).toBe('overdue');
  });
});
