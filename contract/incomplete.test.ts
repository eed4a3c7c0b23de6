import { describe, expect, test } from 'vitest';
import { findIncomplete } from './incomplete.ts';

const complete = { status: 'scheduled', scheduled_at: '2026-11-21', targets: [{}] } as const;
const codesOf = (change: object) => findIncomplete({ ...complete, ...change }).map(({ code }) => code);

describe('a post can be scheduled', () => {
  test.each([
    ['with a time and a target', {}, []],
    ['with a slot in place of a time', { scheduled_at: null, queue: true }, []],
    ['but not without a time', { scheduled_at: undefined }, ['time_required']],
    ['but not with an empty time', { scheduled_at: null, queue: false }, ['time_required']],
    ['but not with a time and a slot', { queue: true }, ['time_with_queue']],
    ['with a delay in place of a time', { scheduled_at: null, publish_in: 0 }, []],
    ['but not with a time and a delay', { publish_in: 5 }, ['time_with_delay']],
    ['but not without targets', { targets: null }, ['target_required']],
    [
      'but not with no targets and no time',
      { targets: [], scheduled_at: null },
      ['time_required', 'target_required'],
    ],
    ['and a draft needs nothing', { status: 'draft', targets: [], scheduled_at: null }, []],
  ])('%s', (_, change, codes) => expect(codesOf(change)).toEqual(codes));
});
