import { describe, expect, test } from 'vitest';
import { Temporal } from '../data/time.ts';
import { bandsOf, indexOfNow, shownOf } from './bands.ts';
import { arrange, dayIn, instantOf } from './days.ts';
import { daysIn, daysOf, monthAround, pageFrom, windowOf } from './range.ts';

const BERLIN = 'Europe/Berlin';
const day = (name: string) => Temporal.PlainDate.from(name);
const post = (id: number, at: string) => ({ id, at, state: 'scheduled' as const });
const week = (name: string, zone = BERLIN) => daysIn(daysOf('week', day(name)), zone);

describe('the days of a calendar', () => {
  test('have the hours that their clocks show', () => {
    expect(dayIn(day('2026-03-29'), BERLIN).change).toEqual({
      kind: 'skipped',
      from: '02:00',
      to: '03:00',
      hours: 23,
    });
    expect(dayIn(day('2026-10-25'), BERLIN).change).toEqual({
      kind: 'repeated',
      from: '02:00',
      to: '03:00',
      hours: 25,
    });
    expect(dayIn(day('2026-12-10'), BERLIN).change).toBeUndefined();
  });

  test('know changes at midnight and of half an hour', () => {
    expect(dayIn(day('2026-03-08'), 'America/Havana').change).toMatchObject({ from: '00:00', to: '01:00' });
    expect(dayIn(day('2026-10-31'), 'America/Havana').change).toBeUndefined();
    expect(dayIn(day('2026-04-05'), 'Australia/Lord_Howe').change).toMatchObject({
      kind: 'repeated',
      from: '01:30',
      to: '02:00',
      hours: 24.5,
    });
  });

  test('have the posts that are on them in the zone of the workspace', () => {
    const late = post(1, '2026-12-09T23:30:00.000000Z');
    const days = daysIn([day('2026-12-09'), day('2026-12-10')], BERLIN);
    expect(arrange([late], days, BERLIN).get('2026-12-10')).toEqual([
      { post: late, time: '00:30', hour: 0, minute: 30, again: false },
    ]);
    const inTokyo = daysIn([day('2026-12-10')], 'Asia/Tokyo');
    expect(arrange([late], inTokyo, 'Asia/Tokyo').get('2026-12-10')?.[0]?.time).toBe('08:30');
  });

  test('have their posts by time, and by id at the same time', () => {
    const posts = [
      post(3, '2026-12-10T09:00:00Z'),
      post(2, '2026-12-10T09:00:00Z'),
      post(9, '2026-12-10T08:00:00Z'),
    ];
    const placed = arrange(posts, daysIn([day('2026-12-10')], BERLIN), BERLIN).get('2026-12-10');
    expect(placed?.map((one) => one.post.id)).toEqual([9, 2, 3]);
  });

  test('leave out posts of other days', () => {
    const days = daysIn([day('2026-12-10')], BERLIN);
    const placed = arrange([post(1, '2026-12-11T09:00:00Z'), post(2, '2026-12-08T09:00:00Z')], days, BERLIN);
    expect(placed.get('2026-12-10')).toEqual([]);
  });

  test('tell apart the two hours of the night in autumn', () => {
    const days = daysIn([day('2026-10-25')], BERLIN);
    const placed = arrange([post(1, '2026-10-25T00:30:00Z'), post(2, '2026-10-25T01:30:00Z')], days, BERLIN);
    expect(placed.get('2026-10-25')?.map(({ time, again }) => [time, again])).toEqual([
      ['02:30', false],
      ['02:30', true],
    ]);
  });

  test('find the instant of a time by the rule of the queue', () => {
    const at = (name: string, hour: number, again?: boolean) =>
      instantOf(day(name), BERLIN, hour, 30, again).toInstant().toString();
    expect(at('2026-03-29', 2)).toBe('2026-03-29T01:30:00Z');
    expect(at('2026-10-25', 2)).toBe('2026-10-25T00:30:00Z');
    expect(at('2026-10-25', 2, true)).toBe('2026-10-25T01:30:00Z');
  });
});

describe('the bands of a week', () => {
  const keys = (bands: ReturnType<typeof bandsOf>) => bands.map(({ key }) => key);
  const working = Array.from({ length: 11 }, (_, index) => `${String(index + 8).padStart(2, '0')}:00`);

  test('fold runs of empty hours, and leave a single one', () => {
    const days = week('2026-12-10');
    const placed = arrange(
      [
        ...[post(1, '2026-12-10T08:00:00Z'), post(2, '2026-12-11T10:59:00Z')],
        post(3, '2026-12-11T15:00:00Z'),
      ],
      days,
      BERLIN,
    );
    expect(keys(bandsOf(placed, days))).toEqual([
      ...['fold 00:00', '09:00', '10:00', '11:00', 'fold 12:00', '16:00'],
      'fold 17:00',
    ]);
    expect(bandsOf(placed, days).at(-1)).toMatchObject({ from: '17:00', to: '24:00' });
  });

  test('leave hours open that somebody opened', () => {
    const days = week('2026-12-10');
    expect(keys(bandsOf(arrange([], days, BERLIN), days, new Set(['21:00'])))).toEqual([
      'fold 00:00',
      ...working,
      'fold 19:00',
      '21:00',
      'fold 22:00',
    ]);
  });

  test('show the working hours of a week with few posts', () => {
    const days = week('2026-12-10');
    expect(keys(bandsOf(arrange([], days, BERLIN), days))).toEqual(['fold 00:00', ...working, 'fold 19:00']);
    const placed = arrange([post(1, '2026-12-10T01:14:00Z'), post(2, '2026-12-11T08:00:00Z')], days, BERLIN);
    expect(keys(bandsOf(placed, days))).toEqual([
      ...['fold 00:00', '02:00', 'fold 03:00'],
      ...working,
      'fold 19:00',
    ]);
  });

  test('have no cell for the hour that the clocks skip', () => {
    const days = week('2026-03-29');
    const bands = bandsOf(arrange([], days, BERLIN), days, new Set(['02:00']));
    const two = bands.find(({ key }) => key === '02:00');
    expect(two?.kind === 'hour' && two.cells.map(({ exists }) => exists)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    const sunday = daysIn([day('2026-03-29')], BERLIN);
    expect(keys(bandsOf(arrange([], sunday, BERLIN), sunday, new Set(['02:00'])))).not.toContain('02:00');
  });

  test('have the repeated hour twice, with the posts of each', () => {
    const days = week('2026-10-25');
    const placed = arrange([post(1, '2026-10-25T00:30:00Z'), post(2, '2026-10-25T01:30:00Z')], days, BERLIN);
    const bands = bandsOf(placed, days);
    expect(keys(bands)).toEqual([
      'fold 00:00',
      '02:00',
      '02:00 again',
      'fold 03:00',
      ...working,
      'fold 19:00',
    ]);
    const again = bands.find(({ key }) => key === '02:00 again');
    expect(again?.kind === 'hour' && again.cells.map(({ posts }) => posts.map((one) => one.post.id))).toEqual(
      [[], [], [], [], [], [], [2]],
    );
  });

  test('show four of many posts, and always the one that is kept', () => {
    const days = daysIn([day('2026-12-10')], BERLIN);
    const many = Array.from({ length: 7 }, (_, index) => post(index + 1, `2026-12-10T09:0${index}:00Z`));
    const placed = arrange(many, days, BERLIN).get('2026-12-10') ?? [];
    expect(shownOf(placed, 4).map((one) => one.post.id)).toEqual([1, 2, 3, 4]);
    expect(shownOf(placed, 4, 6).map((one) => one.post.id)).toEqual([1, 2, 3, 6]);
    expect(indexOfNow(placed, Date.parse('2026-12-10T09:02:30Z'))).toBe(3);
  });
});

describe('the days of a view', () => {
  test('are the weeks that a month touches', () => {
    const days = monthAround(day('2026-12-10'));
    expect([days.length, String(days[0]), String(days.at(-1))]).toEqual([35, '2026-11-30', '2027-01-03']);
    expect(monthAround(day('2027-02-10'))).toHaveLength(28);
    expect(monthAround(day('2026-08-10'))).toHaveLength(42);
  });

  test('have a window with both ends in the zone', () => {
    expect(windowOf(week('2026-03-29'))).toEqual({
      from: '2026-03-22T23:00:00.000Z',
      to: '2026-03-29T21:59:59.999Z',
    });
  });

  test('are paged by month, week and day', () => {
    expect(String(pageFrom('month', day('2026-01-31'), 1))).toBe('2026-02-28');
    expect(String(pageFrom('week', day('2026-12-10'), -1))).toBe('2026-12-03');
    expect(String(pageFrom('week', day('2026-12-10'), 1, true))).toBe('2026-12-13');
    expect(String(pageFrom('day', day('2026-12-31'), 1))).toBe('2027-01-01');
  });
});
