import { describe, expect, test } from 'vitest';
import { countByWorkspace, listSaturated, Shares } from './fairness.ts';

const claims = (...ids: number[]) => ids.map((workspace_id) => ({ workspace_id }));

test('a workspace alone may fill three slots of four', () => {
  expect(listSaturated(new Map([[1, 299]]), 101)).toEqual([]);
  expect(listSaturated(new Map([[1, 300]]), 101)).toEqual([1]);
});

test('each saturated workspace leaves a quarter of the free slots to the next', () => {
  const held = new Map<number, number>();
  let free = 400;
  const left: number[] = [];
  for (const id of [1, 2, 3]) {
    while (!listSaturated(held, free).includes(id)) {
      held.set(id, (held.get(id) ?? 0) + 1);
      free -= 1;
    }
    left.push(free);
  }
  expect(left).toEqual([100, 25, 7]);
});

test('the last free slot is kept for a workspace with no attempt in flight', () => {
  expect(listSaturated(new Map([[1, 1]]), 1)).toEqual([1]);
});

describe('while more is due than a worker can claim', () => {
  const sharesAfter = (...rounds: number[][]) => {
    const shares = new Shares();
    for (const [index, ids] of rounds.entries()) shares.note(claims(...ids), ids.length, index * 300);
    return shares;
  };

  test('workspaces without recent claims go first, and those with more than an equal share last', () => {
    expect(sharesAfter([1, 1, 1, 2], [1, 3]).skipLists(0)).toEqual([[1, 2, 3], [1], []]);
    expect(sharesAfter([1, 2], [2, 1]).skipLists(0)).toEqual([[1, 2], []]);
    expect(new Shares().skipLists(0)).toEqual([[]]);
  });

  test('workspaces without recent claims are searched for every 100 ms', () => {
    const shares = sharesAfter([1, 1, 2]);
    const lists = [0, 99, 100].map((elapsed) => shares.skipLists(elapsed).length);
    expect(lists).toEqual([3, 2, 3]);
  });

  test('claims count in the window of 500 ms in which they were made, and in the next one', () => {
    const shares = new Shares();
    const rounds = [
      { elapsed: 0, workspace: 1 },
      { elapsed: 500, workspace: 2 },
      { elapsed: 501, workspace: 3 },
      { elapsed: 1002, workspace: 4 },
    ];
    for (const { elapsed, workspace } of rounds) shares.note(claims(workspace), 1, elapsed);
    expect(shares.skipLists(0)).toEqual([[3, 4], []]);
  });

  test('counting starts again once everything due was claimed', () => {
    const shares = sharesAfter([1, 1, 2]);
    shares.note(claims(1), 5, 400);
    expect(shares.skipLists(0)).toEqual([[]]);
  });
});

test('attempts are counted by workspace', () => {
  expect([...countByWorkspace(claims(7, 8, 7))]).toEqual([
    [7, 2],
    [8, 1],
  ]);
});
