import { describe, expect, test } from 'vitest';
import { Temporal } from '../data/time.ts';
import { readMoment } from './reading-time.ts';

const zone = 'Europe/Berlin';
const now = Temporal.ZonedDateTime.from('2026-11-23T10:24[Europe/Berlin]');
const read = (text: string) => readMoment(text, zone, now);

describe('a time in the zone of the workspace', () => {
  test('is a moment', () => {
    expect(read('fri 17')).toEqual({ kind: 'exact', at: '2026-11-27T16:00:00Z' });
    expect(read('1 Jul 17')).toEqual({ kind: 'exact', at: '2027-07-01T15:00:00Z' });
  });

  test('goes forward where the clocks jump over it, and says so', () => {
    expect(read('28.3.2027 2:30')).toEqual({ kind: 'skipped', at: '2027-03-28T01:30:00Z', asked: '02:30' });
  });

  test('is two moments where the clocks go back', () => {
    expect(read('31.10.2027 2:30')).toEqual({
      kind: 'repeated',
      first: '2027-10-31T00:30:00Z',
      second: '2027-10-31T01:30:00Z',
    });
  });

  test('may have passed, or be no time at all', () => {
    for (const text of ['today 9', 'yesterday 9']) expect(read(text)).toMatchObject({ kind: 'past' });
    expect(read('soon')).toEqual({ kind: 'unknown' });
  });
});
