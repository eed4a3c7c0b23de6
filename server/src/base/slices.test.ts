import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Slices } from './slices.ts';

/** Each step takes some milliseconds. Time does not pass otherwise. */
function makeSlices(perStep: number) {
  let now = 0;
  let turns = 0;
  const counter = setInterval(() => {}, 1e9);
  const steps: { who: string; turn: number }[] = [];
  const nextTurn = () => {
    turns += 1;
    immediate = setImmediate(nextTurn);
  };
  let immediate = setImmediate(nextTurn);
  function* work(who: string, count: number): Generator<void, string> {
    for (let step = 0; step < count; step += 1) {
      now += perStep;
      steps.push({ who, turn: turns });
      yield;
    }
    return who;
  }
  const end = () => {
    clearInterval(counter);
    clearImmediate(immediate);
  };
  return { slices: new Slices({ elapsed: () => now }), work, steps, end };
}

function stepsByTurn(steps: { who: string; turn: number }[]): string[] {
  return [...Map.groupBy(steps, ({ turn }) => turn).values()].map((all) =>
    all.map(({ who }) => who).join(''),
  );
}

test('work that takes less than a slice is done at once', async () => {
  const { slices, work, steps, end } = makeSlices(0.2);
  expect(await slices.walk(work('a', 9))).toBe('a');
  expect(stepsByTurn(steps)).toEqual(['aaaaaaaaa']);
  end();
});

test('after 2 ms the event loop runs', async () => {
  const { slices, work, steps, end } = makeSlices(0.75);
  await slices.walk(work('a', 8));
  expect(stepsByTurn(steps)).toEqual(['aaa', 'aaa', 'aa']);
  end();
});

test('each turn runs one slice, and concurrent work takes turns in its order', async () => {
  const { slices, work, steps, end } = makeSlices(10);
  const all = ['a', 'b', 'c'].map((who) => slices.walk(work(who, 2)));
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  expect(stepsByTurn(steps)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  end();
});

test('what needs ten turns of the event loop waits for 20 ms of such work, whatever there is of it', async () => {
  const { slices, work, steps, end } = makeSlices(1);
  const all = ['a', 'b', 'c'].map((who) => slices.walk(work(who, 100)));
  await turn();
  const before = steps.length;
  for (let n = 0; n < 10; n += 1) await turn();
  expect(steps).toHaveLength(before + 20);
  await Promise.all(all);
  end();
});

test('an error rejects only the work that threw it', async () => {
  const { slices, work, steps, end } = makeSlices(10);
  // biome-ignore lint/correctness/useYield: it fails before it could
  const failing = (function* (): Generator<void, string> {
    throw new Error('no');
  })();
  const others = slices.walk(work('a', 2));
  await expect(slices.walk(failing)).rejects.toThrow('no');
  expect(await others).toBe('a');
  expect(steps).toHaveLength(2);
  end();
});
