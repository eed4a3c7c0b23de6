import { expect, test } from 'vitest';
import { openTurns } from './turns.ts';

/** Asks for turns under names, and tells which have begun. */
function open(room: number) {
  const turns = openTurns(room);
  const begun: string[] = [];
  const ask = async (name: string, owner: string, size = 1, signal?: AbortSignal) => {
    const leave = await turns.take(owner, size, signal);
    begun.push(name);
    return leave;
  };
  return { ask, begun };
}

test('so many at once as there is room, the others in their order', async () => {
  const { ask, begun } = open(2);
  const [a, , c] = [ask('a', 'Ada'), ask('b', 'Bob'), ask('c', 'Cyd'), ask('d', 'Dan')];
  const leave = await a;
  expect(begun).toEqual(['a', 'b']);
  leave();
  leave();
  await c;
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('one owner has one turn, and holds up nobody else', async () => {
  const { ask, begun } = open(3);
  const [first, second, , bob] = [ask('a1', 'Ada'), ask('a2', 'Ada'), ask('a3', 'Ada'), ask('b', 'Bob')];
  await bob;
  expect(begun).toEqual(['a1', 'b']);
  (await first)();
  await second;
  expect(begun).toEqual(['a1', 'b', 'a2']);
});

test('who waits for much room is not overtaken by those who need little', async () => {
  const { ask, begun } = open(10);
  const [first, large, small] = [ask('a', 'Ada', 6), ask('b', 'Bob', 8), ask('c', 'Cyd', 2)];
  (await first)();
  await Promise.all([large, small]);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('who gives up leaves the queue to the others', async () => {
  const { ask, begun } = open(10);
  const given = new AbortController();
  const [first, large, small] = [ask('a', 'Ada', 6), ask('b', 'Bob', 8, given.signal), ask('c', 'Cyd', 2)];
  await first;
  given.abort(new Error('gone'));
  await expect(large).rejects.toThrow('gone');
  await small;
  await expect(ask('d', 'Dan', 1, given.signal)).rejects.toThrow('gone');
  expect(begun).toEqual(['a', 'c']);
});

test('giving up a turn that has begun changes nothing', async () => {
  const { ask } = open(1);
  const given = new AbortController();
  const leave = await ask('a', 'Ada', 1, given.signal);
  given.abort();
  const next = ask('b', 'Bob');
  leave();
  await next;
});
