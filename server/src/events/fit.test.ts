import { expect, test } from 'vitest';
import { fitData, MAX_CHARACTERS } from './fit.ts';

const target = (channel_id: number, content: string, settings: object = {}) => ({
  channel_id,
  content,
  settings,
});
const change = (count: number, length: number, settings: object = {}) => ({
  before: { content: 'b'.repeat(length) },
  after: {
    content: 'a'.repeat(length),
    scheduled_at: '2027-01-01T00:00:00.000000Z',
    targets: Array.from({ length: count }, (_, n) => target(n, `${n}`.padEnd(length, '.'), settings)),
  },
});
const sizeOf = (data: object) => JSON.stringify(data).length;

test('data that fits is returned unchanged', () => {
  const data = change(3, 1000);
  expect(fitData(data)).toBe(data);
});

test('long texts are cut, and the event is marked as shortened', () => {
  expect(fitData(change(1, 10_000))).toEqual({
    before: { content: `${'b'.repeat(1000)}…` },
    after: {
      content: `${'a'.repeat(1000)}…`,
      scheduled_at: '2027-01-01T00:00:00.000000Z',
      targets: [target(0, `${'0'.padEnd(1000, '.')}…`)],
    },
    shortened: true,
  });
});

test('an emoji is not cut in two', () => {
  const { before } = fitData({ before: { content: `.${'😀'.repeat(9000)}` } }) as {
    before: { content: string };
  };
  expect(before.content).toBe(`.${'😀'.repeat(499)}…`);
});

test.each([
  ['the most targets', change(100, 10_000)],
  ['the most targets with settings', change(100, 10_000, { thread: Array(50).fill('t'.repeat(10_000)) })],
  [
    'settings of many small values',
    change(100, 10, Object.fromEntries(Array.from({ length: 200 }, (_, n) => [n, n]))),
  ],
  ['texts that are longer when escaped', change(100, 10_000, { text: '\u0001'.repeat(10_000) })],
])('%s are shortened until they fit, and still name each channel', (_, data) => {
  const fit = fitData(data) as { after: { targets: { channel_id: number }[] }; shortened: boolean };
  expect(sizeOf(fit)).toBeLessThanOrEqual(MAX_CHARACTERS);
  expect(fit.shortened).toBe(true);
  expect(fit.after.targets.map(({ channel_id }) => channel_id)).toEqual(
    Array.from({ length: 100 }, (_, n) => n),
  );
});
