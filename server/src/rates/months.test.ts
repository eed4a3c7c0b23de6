import { afterAll, beforeEach, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { deleteExpiredCounts, giveBack, reserveInMonth } from './index.ts';

const service = await app();
afterAll(() => service.close());
beforeEach(async () => {
  await service.clock.set('2027-01-31T23:59:59.999999Z');
  await service.db.rows('delete from rate_counts');
});

const reserve = (part: number, most: number, subject = 'bells') =>
  reserveInMonth(service.db, subject, part, most);
const used = async () =>
  (await service.db.rows<{ used: number }>('select used from rate_counts')).map((row) => row.used);

test('many that reserve at once get no more than a month has, and all of it', async () => {
  const reserved = await Promise.all(Array.from({ length: 40 }, () => reserve(1, 7)));
  expect(reserved.filter((part) => part !== undefined)).toHaveLength(7);
  expect(await used()).toEqual([7]);
});

test('less than what is asked for is not reserved', async () => {
  expect(await reserve(4, 3)).toBeUndefined();
  expect(await used()).toEqual([]);
  expect(await reserve(2, 3)).toEqual({ subject: 'bells', part: 2, ends_at: '2027-02-01T00:00:00.000000Z' });
  expect(await reserve(2, 3)).toBeUndefined();
  expect(await reserve(1, 3)).toBeDefined();
  expect(await used()).toEqual([3]);
});

test('nothing is reserved of a month that has 0', async () => {
  expect(await reserve(1, 0)).toBeUndefined();
});

test('each subject has a month of its own', async () => {
  expect([await reserve(1, 1), await reserve(1, 1, 'chimes')]).not.toContain(undefined);
});

test('what is given back can be reserved again', async () => {
  const part = await reserve(2, 2);
  if (part !== undefined) await giveBack(service.db, part);
  expect(await used()).toEqual([0]);
  expect(await reserve(2, 2)).toBeDefined();
});

test('a new month begins at 0, and gets nothing back of the one before', async () => {
  const part = await reserve(2, 2);
  await service.clock.advance('1 microsecond');
  expect(await reserve(1, 2)).toMatchObject({ ends_at: '2027-03-01T00:00:00.000000Z' });
  if (part !== undefined) await giveBack(service.db, part);
  expect(await used()).toEqual([1]);
});

test('a reservation of the month before that comes late counts in the new one', async () => {
  await service.clock.advance('1 microsecond');
  await reserve(1, 2);
  await service.clock.set('2027-01-31T23:59:59Z');
  expect(await reserve(1, 2)).toMatchObject({ ends_at: '2027-03-01T00:00:00.000000Z' });
  expect(await reserve(1, 2)).toBeUndefined();
});

test('the count of a month is kept until its end', async () => {
  await reserve(1, 1);
  await deleteExpiredCounts(service.db);
  expect(await used()).toEqual([1]);
  await service.clock.advance('1 microsecond');
  await deleteExpiredCounts(service.db);
  expect(await used()).toEqual([]);
});
