import { afterAll, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import type { Db } from '../db/database.ts';
import { openRates } from './rates.ts';

const service = await app();
afterAll(() => service.close());

/** Counts like one process, and counts its statements. */
function openProcess() {
  let statements = 0;
  const row: Db['row'] = (...statement) => {
    statements += 1;
    return service.db.row(...statement);
  };
  const rates = openRates({ db: { ...service.db, row }, clock: service.clock });
  return {
    /** Makes `requests` at once. Returns how many are allowed. */
    async ask(subject: string, requests: number, limit: number): Promise<number> {
      const counts = await Promise.all(
        Array.from({ length: requests }, () => rates.count(subject, limit, 60_000)),
      );
      return counts.filter(({ used }) => used <= limit).length;
    },
    get statements() {
      return statements;
    },
  };
}

test.each([1, 7, 20, 100])(
  'with a limit of %i, processes together allow no more than that, and little less',
  async (limit) => {
    const processes = [openProcess(), openProcess(), openProcess()];
    const asked = processes.map((one) => one.ask(`of ${limit}`, limit, limit));
    const allowed = (await Promise.all(asked)).reduce((sum, count) => sum + count, 0);
    expect(allowed).toBeLessThanOrEqual(limit);
    expect(allowed).toBeGreaterThanOrEqual(limit - 2 * Math.max(0, Math.floor(limit / 20) - 1));
  },
);

test('a burst in one process reserves little more than it uses', async () => {
  const [one, two] = [openProcess(), openProcess()];
  expect(await one.ask('in a hurry', 21, 100)).toBe(21);
  expect(one.statements).toBe(5);
  expect(await two.ask('in a hurry', 100, 100)).toBe(75);
});

test('requests in a row cost one statement per twentieth of the limit, and refused ones cost none', async () => {
  const one = openProcess();
  for (let n = 0; n < 300; n += 1) expect(await one.ask('alone', 1, 300)).toBe(1);
  expect(one.statements).toBe(20);
  expect(await one.ask('alone', 50, 300)).toBe(0);
  expect(one.statements).toBe(20);
});

test('when its window has ended, a caller gets a new one, in every process', async () => {
  const [one, two] = [openProcess(), openProcess()];
  expect([await one.ask('patient', 3, 2), await two.ask('patient', 3, 2)]).toEqual([2, 0]);
  await service.clock.advance('59 seconds');
  expect([await one.ask('patient', 1, 2), await two.ask('patient', 1, 2)]).toEqual([0, 0]);
  await service.clock.advance('1 second');
  expect([await two.ask('patient', 1, 2), await one.ask('patient', 3, 2)]).toEqual([1, 1]);
});
