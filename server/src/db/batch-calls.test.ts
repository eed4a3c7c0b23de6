import { expect, test } from 'vitest';
import { batchCalls } from './batch-calls.ts';

/** Records each run. A run ends when the test calls its `end`. */
function openRuns() {
  const runs: { inputs: readonly number[]; end(error?: Error): void }[] = [];
  const run = (inputs: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(inputs.map((input) => input * 10)));
      runs.push({ inputs, end });
    });
  return { runs, run };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('calls of one turn share a statement, and each gets its own output', async () => {
  const { runs, run } = openRuns();
  const write = batchCalls(run);
  const answers = Promise.all([write(1), write(2), write(3)]);
  await turn();
  expect(runs.map(({ inputs }) => inputs)).toEqual([[1, 2, 3]]);
  runs[0]?.end();
  expect(await answers).toEqual([10, 20, 30]);
});

test('calls that arrive while two statements run are sent when one of these has ended', async () => {
  const { runs, run } = openRuns();
  const write = batchCalls(run);
  const answers: Promise<number>[] = [];
  for (const input of [1, 2, 3, 4]) {
    answers.push(write(input));
    await turn();
  }
  expect(runs.map(({ inputs }) => inputs)).toEqual([[1], [2]]);
  runs[1]?.end();
  await answers[1];
  // One turn for the end of the run, and one for the start of the next.
  await turn();
  await turn();
  expect(runs.map(({ inputs }) => inputs)).toEqual([[1], [2], [3, 4]]);
  runs[0]?.end();
  runs[2]?.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
});

test('an invalid input fails alone', async () => {
  const write = batchCalls(async (inputs: readonly number[]) => {
    if (inputs.includes(2)) throw new Error('2 is invalid');
    return inputs;
  });
  const answers = await Promise.allSettled([write(1), write(2), write(3)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('while the database is unavailable, inputs are not retried one by one', async () => {
  let runs = 0;
  const write = batchCalls(async () => {
    runs += 1;
    throw Object.assign(new Error('away'), { code: '57P01' });
  });
  const answers = await Promise.allSettled([write(1), write(2)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(runs).toBe(1);
});

test('a statement has at most a hundred inputs', async () => {
  const sizes: number[] = [];
  const write = batchCalls(async (inputs: readonly number[]) => {
    sizes.push(inputs.length);
    return inputs;
  });
  await Promise.all(Array.from({ length: 250 }, (_, index) => write(index)));
  expect(sizes).toEqual([100, 100, 50]);
});
