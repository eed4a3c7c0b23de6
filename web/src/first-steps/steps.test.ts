import { expect, test } from 'vitest';
import type { Start } from '../app/start.ts';
import { Temporal } from '../data/time.ts';
import { isNewcomer, openSteps } from './steps.ts';

const times = ['09:00', '17:00'];
const sandbox = {
  platform: 'sandbox',
  posting_times: times,
  posting_times_by_day: null,
  last_published_at: '2026-12-01T10:00:00Z',
};
const start = (given: object = {}) =>
  ({
    channels: [sandbox],
    permissions: ['channel.manage', 'member.manage'],
    workspace: { created_at: '2026-12-01T09:00:00Z', posting_times: times },
    ...given,
  }) as unknown as Start;

test.each([
  ['for two weeks', {}, '2026-12-15T08:59:00Z', true],
  ['not after them', {}, '2026-12-15T09:00:00Z', false],
  [
    'not before the first post',
    { channels: [{ ...sandbox, last_published_at: null }] },
    '2026-12-02T00:00:00Z',
    false,
  ],
  ['not without the right to act', { permissions: ['member.manage'] }, '2026-12-02T00:00:00Z', false],
])('a person is a newcomer %s', (_name, given, now, expected) => {
  expect(isNewcomer(start(given), Temporal.Instant.from(now))).toBe(expected);
});

test.each([
  ['all at first', {}, 1, ['channel', 'times', 'people']],
  ['none that a second person makes vain', {}, 2, ['channel', 'times']],
  ['none whose answer is not known', {}, undefined, ['channel', 'times']],
  ['none that this person may not do', { permissions: ['channel.manage'] }, 1, ['channel', 'times']],
  [
    'no network once there is one',
    { channels: [sandbox, { ...sandbox, platform: 'mastodon' }] },
    1,
    ['times', 'people'],
  ],
  [
    'no times once some are set',
    { channels: [sandbox, { ...sandbox, posting_times: [] }] },
    1,
    ['channel', 'people'],
  ],
])('the open steps are %s', (_name, given, people, expected) => {
  expect(openSteps(start(given), people)).toEqual(expected);
});
