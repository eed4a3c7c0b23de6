import { setImmediate } from 'node:timers/promises';
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

test('the collection of this process frees what nothing refers to', async () => {
  const makeGarbage = () => new WeakRef(Array(2 ** 17).fill(1));
  const garbage = makeGarbage();
  // What a weak reference was asked for stays until the present job ends.
  await setImmediate();
  openRuntime().collect();
  expect(garbage.deref()).toBeUndefined();
});
