import fc from 'fast-check';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { isMoment, isMomentOrDay, isTooFarAhead, readEnd, readStart, toMoment } from './moment.ts';

const DAY = 86_400_000_000n;

test.each([
  ['2036-02-29T09:00:00Z', '2026-02-28T09:00:00Z', true],
  ['2036-11-21T09:00:00Z', '2026-11-21T09:00:00Z', false],
  ['2036-11-21T09:00:01Z', '2026-11-21T09:00:00Z', true],
  ['2020-11-21T09:00:00Z', '2026-11-21T09:00:00Z', false],
])('%s is too far ahead of %s: %s', (moment, now, isTooFar) => {
  expect(isTooFarAhead(moment, new Date(now))).toBe(isTooFar);
});

describe('a time', () => {
  test.each([
    ['2026-11-21T10:00:00+01:00', '2026-11-21T09:00:00.000000Z'],
    ['20261121T100000Z', '2026-11-21T10:00:00.000000Z'],
    ['2026-W47-6T10:00Z', '2026-11-21T10:00:00.000000Z'],
    ['2026W476T1000Z', '2026-11-21T10:00:00.000000Z'],
    ['2026-325T10Z', '2026-11-21T10:00:00.000000Z'],
    ['2026325T10', '2026-11-21T10:00:00.000000Z'],
    ['2026-11-21t10:00z', '2026-11-21T10:00:00.000000Z'],
    ['2026-11-21 10:00', '2026-11-21T10:00:00.000000Z'],
    ['2026-11-21T10:00:00,5Z', '2026-11-21T10:00:00.500000Z'],
    ['2026-11-21T10:00:00.1234567Z', '2026-11-21T10:00:00.123456Z'],
    [`2026-11-21T10:00:00.${'9'.repeat(200)}Z`, '2026-11-21T10:00:00.999999Z'],
    ['2026-11-21T10:30.5Z', '2026-11-21T10:30:30.000000Z'],
    ['2026-11-21T10,25Z', '2026-11-21T10:15:00.000000Z'],
    ['2026-11-21T24:00Z', '2026-11-22T00:00:00.000000Z'],
    ['2026-12-31T24:00:00.000-02', '2027-01-01T02:00:00.000000Z'],
    ['20261231T24', '2027-01-01T00:00:00.000000Z'],
    ['2026-11-21T10:00-0330', '2026-11-21T13:30:00.000000Z'],
    ['2026-11-21T10:00+14', '2026-11-20T20:00:00.000000Z'],
    ['2024-366T00Z', '2024-12-31T00:00:00.000000Z'],
    ['2027-W01-1T00Z', '2027-01-04T00:00:00.000000Z'],
    ['2024-W01-1T00Z', '2024-01-01T00:00:00.000000Z'],
    ['2026-W53-7T00Z', '2027-01-03T00:00:00.000000Z'],
    ['0001-01-01T00:00Z', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('is read: %s', (text, moment) => {
    expect([toMoment(text), isMoment(text)]).toEqual([moment, true]);
  });

  test.each([
    ...['', 'tomorrow', '2026', '2026-11', '2026-11-21', '10:00', 'T10:00', '2026-11-21T', '2026-11-21T1:00'],
    ...['2026-02-30T10Z', '2026-13-01T10Z', '2026-00-10T10Z', '2026-11-00T10Z', '2026-02-29T10Z'],
    ...['2026-366T10Z', '2026-000T10Z', '2024-367T10Z', '2026-W54-1T10Z', '2025-W53-1T10Z', '2026-W00-1T10Z'],
    ...[
      '2026-W47-0T10Z',
      '2026-W47-8T10Z',
      '2026-W47T10Z',
      '2026-1121T10Z',
      '202611-21T10Z',
      '2026-W476T10Z',
    ],
    ...['2026-11-21T25:00Z', '2026-11-21T24:00:01Z', '2026-11-21T24:00:00.1Z', '2026-11-21T24:01Z'],
    ...['2026-11-21T10:60Z', '2026-11-21T23:59:60Z', '2026-11-21T10:0000Z', '2026-11-21T1000:00Z'],
    ...['2026-11-21T10:00:00.Z', '2026-11-21T10:00:.5Z', '2026-11-21T10:00+16:00', '2026-11-21T10:00+01:60'],
    ...[
      '2026-11-21T10:00+1',
      '2026-11-21T10:00+01:0',
      '2026-11-21T10:00 Z',
      '2026-11-21T10:00Z ',
      ' 2026-325T10',
    ],
    ...['0000-01-01T00Z', '0001-01-01T00:00+00:01', '9999-12-31T24:00Z', '9999-12-31T23:59:59-00:01'],
    ...['9999-W52-7T00Z', '+12026-11-21T10Z', '-0001-11-21T10Z', '٢٠٢٦-11-21T10Z', '2026-11-21T10:00\n'],
  ])('is refused: %j', (text) => {
    expect([toMoment(text), isMoment(text)]).toEqual([undefined, false]);
  });

  test('is the same in every spelling', () => {
    const property = fc.property(spelling, ({ text, micros }) => {
      expect([text, toMoment(text)]).toEqual([text, show(micros)]);
    });
    fc.assert(property, { numRuns: 3000 });
  });

  test('of any text is read or refused, at once', () => {
    const pieces = fc.constantFrom(...'0123456789TWZ:-+., '.split(''));
    const property = fc.property(fc.string({ unit: pieces, maxLength: 256 }), (text) => {
      const moment = toMoment(text);
      expect(moment ?? '0001-01-01T00:00:00.000000Z').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    });
    fc.assert(property, { numRuns: 3000 });
  });
});

test('a day is read as PostgreSQL reads it, by month, by week and by its number', async () => {
  const db = openDatabase(inject('postgres'), { poolSize: 1 });
  afterAll(() => db.close());
  const rows = await db.rows<{ day: string; spellings: string[] }>(
    `select to_char(day, 'YYYY-MM-DD') as day, array[to_char(day, 'YYYYMMDD'), to_char(day, 'YYYY-DDD'),
       to_char(day, 'YYYYDDD'), to_char(day, 'IYYY"-W"IW"-"ID'), to_char(day, 'IYYY"W"IWID')] as spellings
     from generate_series('0001-01-01'::timestamp, '9999-12-31', '211 days') as day`,
  );
  expect(rows.length).toBeGreaterThan(17_000);
  const wrong = rows.filter(({ day, spellings }) =>
    [day, ...spellings].some((text) => toMoment(`${text}T00`) !== `${day}T00:00:00.000000Z`),
  );
  expect(wrong).toEqual([]);
});

describe('a day alone', () => {
  test.each(['2026-11-21', '20261121', '2026-325', '2026-W47-6'])(
    'is from its start to its end: %s',
    (text) => {
      expect([readStart(text), readEnd(text)]).toEqual([
        '2026-11-21T00:00:00.000000Z',
        '2026-11-21T23:59:59.999999Z',
      ]);
      expect([isMomentOrDay(text), isMoment(text)]).toEqual([true, false]);
    },
  );

  test('is refused when it does not exist', () => {
    for (const text of ['2026-02-30', '2026-366', '2026-W54-1', '2026-11', '0000-01-01', '9999-W52-7']) {
      expect([text, readStart(text), readEnd(text), isMomentOrDay(text)]).toEqual([
        text,
        undefined,
        undefined,
        false,
      ]);
    }
  });

  test('with a time is that time', () => {
    for (const read of [readStart, readEnd]) expect(read('2026-325T10')).toBe('2026-11-21T10:00:00.000000Z');
  });
});

/** A moment in microseconds since 1970, and one of the ways to write it. */
const spelling = fc
  .record({
    day: fc.integer({ min: -718_000, max: 2_932_000 }),
    unit: fc.constantFrom(3_600_000_000n, 60_000_000n, 1_000_000n, 1n),
    part: fc.bigInt({ min: 0n, max: DAY - 1n }),
    offset: fc.constantFrom('', 'Z', 'z', '+00', '-0330', '+05:45', '+14', '-12:00', '+1559'),
    date: fc.constantFrom('calendar', 'week', 'ordinal'),
    isBasic: fc.boolean(),
    isBasicTime: fc.boolean(),
    isLate: fc.boolean(),
    mark: fc.constantFrom('.', ','),
    more: fc.stringMatching(/^\d{0,40}$/),
    between: fc.constantFrom('T', 't', ' '),
  })
  .map(({ day, unit, part, offset, date, isBasic, isBasicTime, isLate, mark, more, between }) => {
    const within = part - (part % unit);
    const isMidnight = within === 0n && isLate;
    const written = writeDay(isMidnight ? day - 1 : day, date, isBasic ? '' : '-');
    const colon = isBasicTime ? '' : ':';
    const count = [3_600_000_000n, 60_000_000n, 1_000_000n, 1n].indexOf(unit) + 1;
    const numbers = [isMidnight ? 24n : within / 3_600_000_000n, (within / 60_000_000n) % 60n];
    const parts = [...numbers, (within / 1_000_000n) % 60n].slice(0, Math.min(count, 3));
    const tail = isMidnight ? more.replaceAll(/\d/g, '0') : more;
    const fraction = unit === 1n ? `${mark}${pad(within % 1_000_000n, 6)}${tail}` : '';
    const time = parts.map((number) => pad(number, 2)).join(colon) + fraction;
    const text = `${written}${between}${time}${offset}`;
    return { text, micros: BigInt(day) * DAY + within - offsetOf(offset) };
  });

function offsetOf(text: string): bigint {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? [];
  return (sign === '-' ? -1n : 1n) * (BigInt(hours) * 60n + BigInt(minutes)) * 60_000_000n;
}

/** By the arithmetic of the calendar itself, without `Date`. */
function writeDay(day: number, how: string, dash: string): string {
  const { year, month, date } = civilOf(day);
  const ordinal = day - dayOf(year, 1, 1) + 1;
  if (how === 'calendar') return [pad(year, 4), pad(month, 2), pad(date, 2)].join(dash);
  if (how === 'ordinal') return [pad(year, 4), pad(ordinal, 3)].join(dash);
  const weekday = ((((day + 3) % 7) + 7) % 7) + 1;
  const thursday = day - weekday + 4;
  const weekYear = civilOf(thursday).year;
  const week = Math.floor((thursday - dayOf(weekYear, 1, 1)) / 7) + 1;
  return [pad(weekYear, 4), `W${pad(week, 2)}`, weekday].join(dash);
}

/** Days since 1970, of the proleptic Gregorian calendar. */
function dayOf(year: number, month: number, date: number): number {
  const shifted = year - (month <= 2 ? 1 : 0);
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
}

function civilOf(day: number): { year: number; month: number; date: number } {
  let year = Math.floor(day / 365.2425) + 1969;
  while (dayOf(year + 1, 1, 1) <= day) year += 1;
  let month = 12;
  while (dayOf(year, month, 1) > day) month -= 1;
  return { year, month, date: day - dayOf(year, month, 1) + 1 };
}

function show(micros: bigint): string {
  const day = Number((micros - (((micros % DAY) + DAY) % DAY)) / DAY);
  const within = micros - BigInt(day) * DAY;
  const time = [within / 3_600_000_000n, (within / 60_000_000n) % 60n, (within / 1_000_000n) % 60n];
  const clock = time.map((part) => pad(part, 2)).join(':');
  return `${writeDay(day, 'calendar', '-')}T${clock}.${pad(within % 1_000_000n, 6)}Z`;
}

function pad(number: number | bigint, digits: number): string {
  return String(number).padStart(digits, '0');
}
