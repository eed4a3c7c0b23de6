import { expect, it } from 'vitest';
import { openGate } from './gate.ts';

function enter(gate: ReturnType<typeof openGate>, taken: (number | undefined)[]) {
  const ends = taken.map(() => Promise.withResolvers<void>());
  const begun: number[] = [];
  const runs = ends.map(({ promise }, index) =>
    gate(
      () => {
        begun.push(index);
        return promise;
      },
      { taken: taken[index] ?? 1 },
    ).catch(() => 'failed'),
  );
  return { ends, begun, runs };
}

it('a gate of two places lets two in, the others in their order, and goes on after a failure', async () => {
  const { ends, begun, runs } = enter(openGate(2), Array(5).fill(undefined));
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('no'));
  expect(await runs[1]).toBe('failed');
  expect(begun).toEqual([0, 1, 2]);
  for (const end of ends) end.resolve();
  await Promise.all(runs);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

it('who takes all places waits until the others are gone, and is not overtaken', async () => {
  const { ends, begun, runs } = enter(openGate(2), [1, 2, 1]);
  await Promise.resolve();
  expect(begun).toEqual([0]);
  ends[0]?.resolve();
  await runs[0];
  expect(begun).toEqual([0, 1]);
  ends[1]?.resolve();
  await runs[1];
  expect(begun).toEqual([0, 1, 2]);
  ends[2]?.resolve();
  await runs[2];
});

it('lets persons in by turns, however many one of them brings', async () => {
  const gate = openGate(1);
  const begun: string[] = [];
  const work = (of: number, name: string) =>
    gate(
      async () => {
        begun.push(name);
      },
      { of },
    );
  await Promise.all([
    ...['a1', 'a2', 'a3'].map((name) => work(1, name)),
    ...['b1', 'b2'].map((name) => work(2, name)),
    work(3, 'c1'),
  ]);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});
