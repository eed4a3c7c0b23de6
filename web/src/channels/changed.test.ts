import { channelExamples } from '@belfry/contract/examples/channels.ts';
import { expect, test } from 'vitest';
import { changed } from './changed.ts';
import { everyDay } from './week.ts';

const [tower] = channelExamples.listChannels.answer.data;
const channels = [1, 2, 3].map((id) => ({ ...tower, id, position: id }));
const now = '2026-12-10T09:00:00.000000Z';
const find = (id: number, after: typeof channels) => after.find((channel) => channel.id === id);

test.each([
  [1, 3, [2, 3, 1]],
  [3, 1, [3, 1, 2]],
  [2, 9, [1, 3, 2]],
])('channel %i at place %i gives the order %j', (id, position, order) => {
  const after = changed(channels, id, { position }, now);
  expect(after.map((channel) => channel.id)).toEqual(order);
  expect(after.map((channel) => channel.position)).toEqual([1, 2, 3]);
});

test('a pause keeps the time at which it began', () => {
  const after = changed(channels, 2, { paused: true }, now);
  expect(find(2, after)?.paused_at).toBe(now);
  expect(find(2, changed(after, 2, { paused: true }, 'later'))?.paused_at).toBe(now);
  expect(find(2, changed(after, 2, { paused: false }, 'later'))?.paused_at).toBeNull();
});

test('times of all days end the times by day, and the reverse leaves the shared ones', () => {
  const posting_times_by_day = { ...everyDay(['09:00', '12:00']), sun: ['12:00'] } as never;
  const after = changed(channels, 1, { posting_times_by_day }, now);
  expect(find(1, after)?.posting_times).toEqual(['12:00']);
  expect(find(1, changed(after, 1, { posting_times: ['08:00'] }, now))).toMatchObject({
    posting_times: ['08:00'],
    posting_times_by_day: null,
  });
});
