import { expect, test } from 'vitest';
import { openIdleMemory, openRuntime } from './idle-memory.ts';

const MB = 2 ** 20;

/** A process of this size, of which half is garbage. */
function open() {
  const state = { work: 0, size: 40 * MB, collections: 0 };
  const check = openIdleMemory({
    work: () => state.work,
    size: () => state.size,
    collect() {
      state.collections += 1;
      state.size /= 2;
    },
  });
  return { state, check };
}

test('an idle process that has grown collects its garbage once', () => {
  const { state, check } = open();
  check();
  check();
  expect(state).toMatchObject({ collections: 1, size: 20 * MB });
  state.size = 36 * MB - 1;
  check();
  expect(state.collections).toBe(1);
  state.size = 36 * MB;
  check();
  expect(state.collections).toBe(2);
});

test('a process at work does not stop for it', () => {
  const { state, check } = open();
  state.work = 0.051;
  check();
  expect(state.collections).toBe(0);
  state.work = 0.05;
  check();
  expect(state.collections).toBe(1);
});

test('the collection of this process frees what nothing refers to', () => {
  const runtime = openRuntime();
  const sizeWithGarbage = () => {
    const garbage = Array.from({ length: 100 }, () => Array(2 ** 17).fill(1));
    expect(garbage).toHaveLength(100);
    return runtime.size();
  };
  const before = sizeWithGarbage();
  runtime.collect();
  expect(runtime.size()).toBeLessThan(before - 50 * MB);
});
