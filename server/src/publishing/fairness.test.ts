import { describe, expect, test } from 'vitest';
import { countByWorkspace, crowding, Shares } from './fairness.ts';

const claims = (...ids: number[]) => ids.map((workspace_id) => ({ workspace_id }));

test('a workspace alone may take three places of four', () => {
  expect(crowding(new Map([[1, 299]]), 101)).toEqual([]);
  expect(crowding(new Map([[1, 300]]), 101)).toEqual([1]);
});

test('each that crowds leaves a quarter of what it found to the next', () => {
  const held = new Map<number, number>();
  let free = 400;
  const left: number[] = [];
  for (const id of [1, 2, 3]) {
    while (!crowding(held, free).includes(id)) {
      held.set(id, (held.get(id) ?? 0) + 1);
      free -= 1;
    }
    left.push(free);
  }
  expect(left).toEqual([100, 25, 7]);
});

test('the last place is for a workspace that has none', () => {
  expect(crowding(new Map([[1, 1]]), 1)).toEqual([1]);
});

describe('of what was taken while more was due', () => {
  const taken = (...rounds: number[][]) => {
    const shares = new Shares();
    for (const [index, ids] of rounds.entries()) shares.note(claims(...ids), ids.length, index * 300);
    return shares;
  };

  test('who had nothing goes first, and who had more than an equal share last', () => {
    expect(taken([1, 1, 1, 2], [1, 3]).passedOver(0)).toEqual([[1, 2, 3], [1], []]);
    expect(taken([1, 2], [2, 1]).passedOver(0)).toEqual([[1, 2], []]);
    expect(new Shares().passedOver(0)).toEqual([[]]);
  });

  test('those that had nothing are looked for now and then', () => {
    const shares = taken([1, 1, 2]);
    const steps = [0, 99, 100].map((elapsed) => shares.passedOver(elapsed).length);
    expect(steps).toEqual([3, 2, 3]);
  });

  test('what a workspace had a while ago is forgotten', () => {
    expect(taken([1, 1, 2], [2, 3], [2, 3], [2, 3], [2, 3]).passedOver(0)).toEqual([[2, 3], []]);
  });

  test('nothing is counted once all that was due was taken', () => {
    const shares = taken([1, 1, 2]);
    shares.note(claims(1), 5, 400);
    expect(shares.passedOver(0)).toEqual([[]]);
  });
});

test('attempts are counted by workspace', () => {
  expect([...countByWorkspace(claims(7, 8, 7))]).toEqual([
    [7, 2],
    [8, 1],
  ]);
});
