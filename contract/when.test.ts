import { describe, expect, test } from 'vitest';
import { readWhen } from './when.ts';

/** A Monday. */
const now = { year: 2026, month: 11, day: 23, hour: 10, minute: 24 };

function shown(text: string): string | undefined {
  const found = readWhen(text, now);
  if (found === undefined) return undefined;
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${found.year}-${two(found.month)}-${two(found.day)}`;
  return found.hour === null ? day : `${day} ${two(found.hour)}:${two(found.minute ?? 0)}`;
}

describe('a time as people write it', () => {
  test.each([
    ['fri 17', '2026-11-27 17:00'],
    ['Friday 5pm', '2026-11-27 17:00'],
    ['fr 17 uhr', '2026-11-27 17:00'],
    ['Freitag um 17:30', '2026-11-27 17:30'],
    ['tomorrow 9:30', '2026-11-24 09:30'],
    ['tomorrow at 9.30', '2026-11-24 09:30'],
    ['morgen 9', '2026-11-24 09:00'],
    ['übermorgen 9 Uhr 15', '2026-11-25 09:15'],
    ['tonight', '2026-11-23 20:00'],
    ['tonight at 8', '2026-11-23 20:00'],
    ['tonight 11:30', '2026-11-23 23:30'],
    ['tonight 21', '2026-11-23 21:00'],
    ['heute Abend', '2026-11-23 20:00'],
    ['heute Abend um 8 Uhr', '2026-11-23 20:00'],
    ['today noon', '2026-11-23 12:00'],
    ['heute mitternacht', '2026-11-23 00:00'],
    ['yesterday 9', '2026-11-22 09:00'],
    ['gestern 9', '2026-11-22 09:00'],
    ['17', '2026-11-23 17:00'],
    ['9', '2026-11-24 09:00'],
    ['12am', '2026-11-24 00:00'],
    ['12 pm', '2026-11-23 12:00'],
    ['mon 11', '2026-11-23 11:00'],
    ['mon 10', '2026-11-30 10:00'],
    ['next monday 11', '2026-11-30 11:00'],
    ['nächsten Dienstag 8', '2026-11-24 08:00'],
    ['10.12. 8', '2026-12-10 08:00'],
    ['10.12.2027 8:05', '2027-12-10 08:05'],
    ['10. Dezember', '2026-12-10'],
    ['1 mar 7', '2027-03-01 07:00'],
    ['Dec 10, 8:30', '2026-12-10 08:30'],
    ['10/12 8', '2026-12-10 08:00'],
    ['2026-12-10 18:00', '2026-12-10 18:00'],
    ['29.2.', undefined],
    ['29.2.2028', '2028-02-29'],
    ['in 20 minutes', '2026-11-23 10:44'],
    ['in 3 stunden', '2026-11-23 13:24'],
    ['in 14 h', '2026-11-24 00:24'],
    ['in 3 days 9', '2026-11-26 09:00'],
    ['in 2 wochen', '2026-12-07'],
    ['sonntag', '2026-11-29'],
    ['montag', '2026-11-30'],
  ])('reads “%s”', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each(['', 'soon', '25', '9:60', '13pm', '32.1.', 'fri 17 or so', 'x'.repeat(81), '0/0'])(
    'does not guess what “%s” means',
    (text) => {
      expect(shown(text)).toBeUndefined();
    },
  );
});
