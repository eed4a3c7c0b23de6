import { expect, test } from 'vitest';
import { readDay } from '../data/time.ts';
import { createArranger } from './arranged.ts';
import { dayIn } from './days.ts';
import { daysFrom, daysIn } from './range.ts';
import type { PlacedPost } from './shown.ts';

const post = (id: number, at: string): PlacedPost['post'] => ({
  id,
  version: 1,
  state: 'scheduled',
  at,
  text: '',
  picture: null,
  channels: [],
  labels: [],
});

const first = readDay('2027-01-18');
const days = first === undefined ? [] : daysIn(daysFrom(first, 3), 'UTC');

test('a post that moves changes the lists of its two days, and no other', () => {
  const arrange = createArranger();
  const [one, two, three] = [18, 19, 20].map((day) => post(day, `2027-01-${day}T09:00:00Z`));
  if (one === undefined || two === undefined || three === undefined) throw new Error('No posts');
  const before = arrange([one, two, three], days, 'UTC');
  expect(arrange([one, two, three], days, 'UTC').get('2027-01-18')).toBe(before.get('2027-01-18'));
  const after = arrange([{ ...one, at: '2027-01-19T10:00:00Z' }, two, three], days, 'UTC');
  expect(after.get('2027-01-18')).toEqual([]);
  expect(after.get('2027-01-19')).toHaveLength(2);
  expect(after.get('2027-01-19')?.[0]).toBe(before.get('2027-01-19')?.[0]);
  expect(after.get('2027-01-20')).toBe(before.get('2027-01-20'));
});

test('a post that changes in its place is the new one', () => {
  const arrange = createArranger();
  const [one, two] = [post(1, '2027-01-18T09:00:00Z'), post(2, '2027-01-18T10:00:00Z')];
  const before = arrange([one, two], days, 'UTC').get('2027-01-18');
  const after = arrange([{ ...one, text: 'Bells' }, two], days, 'UTC').get('2027-01-18');
  expect(after?.map((placed) => placed.post.text)).toEqual(['Bells', '']);
  expect(after?.[1]).toBe(before?.[1]);
});

test('a post that goes is gone, whatever stays', () => {
  const arrange = createArranger();
  const [one, two] = [post(1, '2027-01-18T09:00:00Z'), post(2, '2027-01-18T10:00:00Z')];
  arrange([one, two], days, 'UTC');
  expect(arrange([one], days, 'UTC').get('2027-01-18')).toHaveLength(1);
});

test('the first of two hours with one name is not the second one', () => {
  const arrange = createArranger();
  const night = readDay('2026-10-25');
  const one = post(1, '2026-10-25T01:30:00Z');
  const isAgain = (zone: string) =>
    arrange([one], night === undefined ? [] : daysIn([night], zone), zone).get('2026-10-25')?.[0]?.again;
  expect(isAgain('Europe/Berlin')).toBe(true);
  // There, too, it is 02:30, but the clocks stay.
  expect(isAgain('Africa/Lagos')).toBe(false);
});

test('another zone places every post anew', () => {
  const arrange = createArranger();
  const berlin = days.map(({ day }) => dayIn(day, 'Europe/Berlin'));
  const one = post(1, '2027-01-18T09:00:00Z');
  expect(arrange([one], days, 'UTC').get('2027-01-18')?.[0]?.time).toBe('09:00');
  expect(arrange([one], berlin, 'Europe/Berlin').get('2027-01-18')?.[0]?.time).toBe('10:00');
});
