import type { Entry } from '@belfry/engine/entry.ts';
import { describe, expect, test } from 'vitest';
import type { Claim } from '../lanes/index.ts';
import { applyVerdict, decideBeforehand, graceOf, isSuspect } from './verdict.ts';

const HOUR = 3600;

function claimOf(more: Partial<Claim> = {}, state: Partial<Claim['channel']> = {}): Claim {
  const channel = { deleted: false, needs_reconnect: false, ...state };
  return { crashes: 1, late: 0, grace_hours: 24, channel, ...more } as Claim;
}

const entry = (kind: Entry['kind'], state: Entry['state']) => ({ kind, state }) as Entry;

describe('before an attempt, a target', () => {
  test.each([
    ['goes on', {}, {}, undefined],
    ['goes on until its grace ends', { late: 24 * HOUR }, {}, undefined],
    ['is missed after its grace', { late: 24 * HOUR + 1 }, {}, 'missed'],
    ['has five minutes even without any grace', { late: 300, grace_hours: 0 }, {}, undefined],
    ['has no more than that', { late: 301, grace_hours: 0 }, {}, 'missed'],
    ['is held until its grace ends', { late: 24 * HOUR - 1 }, { needs_reconnect: true }, 'held'],
    ['fails then', { late: 24 * HOUR }, { needs_reconnect: true }, 'channel_disconnected'],
    ['of a removed channel fails', {}, { needs_reconnect: true, deleted: true }, 'channel_disconnected'],
    ['is tried alone twice after it crashed three workers', { crashes: 5 }, {}, undefined],
    ['then fails', { crashes: 6 }, {}, 'attempt_crashed'],
  ] as const)('%s', (_, more, channel, expected) => {
    const verdict = decideBeforehand(claimOf(more, channel));
    expect(verdict?.kind === 'failed' ? verdict.code : verdict?.kind).toBe(expected);
  });

  test('is a suspect from its fourth claim without an outcome', () => {
    expect([3, 4].map((crashes) => isSuspect({ crashes }))).toEqual([false, true]);
  });

  test.each([
    [0, 600, 'Belfry found this post 10 minutes late. The grace is 0 hours.'],
    [1, 5000, 'Belfry found this post 83 minutes late. The grace is 1 hour.'],
    [24, 90_000, 'Belfry found this post 25 hours late. The grace is 24 hours.'],
  ])('is too late for a grace of %i h after %i s', (grace_hours, late, message) => {
    expect(decideBeforehand(claimOf({ grace_hours, late }))).toMatchObject({ message });
  });

  test('says how often it crashed', () => {
    const message = 'Publishing this post crashed the worker 5 times.';
    expect(decideBeforehand(claimOf({ crashes: 6 }))).toMatchObject({ message });
  });
});

describe('a verdict', () => {
  const verdictOf = (code: 'missed' | 'channel_disconnected' | 'attempt_crashed') =>
    ({ kind: 'failed', code, message: 'No.' }) as const;

  test.each([
    ['missed', 6, [], 'missed'],
    ['missed', 6, [entry('until', 'open')], 'missed'],
    ['missed', 6, [entry('commit', 'open')], 'goes on'],
    ['missed', 6, [entry('after', 'done')], 'goes on'],
    ['channel_disconnected', 6, [entry('step', 'done')], 'channel_disconnected'],
    ['channel_disconnected', 6, [entry('commit', 'done'), entry('after', 'open')], 'unconfirmed'],
    ['channel_disconnected', 6, [entry('commit', 'done')], 'channel_disconnected'],
    ['attempt_crashed', 6, [], 'attempt_crashed'],
    ['attempt_crashed', 6, [entry('commit', 'open')], 'unconfirmed'],
    ['attempt_crashed', 6, [entry('commit', 'done')], 'goes on'],
    ['attempt_crashed', 7, [entry('commit', 'done')], 'attempt_crashed'],
  ] as const)('%s in claim %i with %o becomes %s', (code, crashes, entries, expected) => {
    const outcome = applyVerdict(verdictOf(code), claimOf({ crashes }), [...entries]) ?? { kind: 'goes on' };
    expect('code' in outcome ? outcome.code : outcome.kind).toBe(expected);
  });

  test('that holds a target is not changed', () => {
    const held = { kind: 'held', message: 'Sign in.' } as const;
    expect(applyVerdict(held, claimOf(), [entry('commit', 'open')])).toBe(held);
  });

  test('says whether the post may be live', () => {
    const messageOf = (state: Entry['state']) =>
      applyVerdict(verdictOf('channel_disconnected'), claimOf(), [entry('commit', state)]);
    expect([messageOf('open'), messageOf('done')]).toMatchObject([
      { message: 'No. The post may already be live. Look at the network, then say whether it is.' },
      { message: 'No. Everything that was sent before is live.' },
    ]);
  });
});

test('the grace is at least five minutes', () => {
  expect([0, 1].map((grace_hours) => graceOf(claimOf({ grace_hours })))).toEqual([300, HOUR]);
});
