import { expect, test } from 'vitest';
import { shareRuns } from './shared-run.ts';

function counted() {
  const ends: PromiseWithResolvers<number>[] = [];
  const ask = shareRuns(() => {
    const end = Promise.withResolvers<number>();
    ends.push(end);
    return end.promise;
  });
  return { ask, ends };
}

test('callers during a run share the result, and the next caller begins another run', async () => {
  const { ask, ends } = counted();
  const both = Promise.all([ask(), ask()]);
  ends[0]?.resolve(1);
  expect(await both).toEqual([1, 1]);
  const next = ask();
  ends[1]?.resolve(2);
  expect(await next).toBe(2);
  expect(ends).toHaveLength(2);
});

test('callers during a run share its failure, and the next run can succeed', async () => {
  const { ask, ends } = counted();
  const both = Promise.allSettled([ask(), ask()]);
  ends[0]?.reject(new Error('away'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = ask();
  ends[1]?.resolve(2);
  expect(await next).toBe(2);
});
