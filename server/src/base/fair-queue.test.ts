import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FairQueue, type Settings, type TaskOptions } from './fair-queue.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Tasks that end when the test calls `end`. The first letter of a task's name is its owner. */
function open(settings: Settings) {
  const queue = new FairQueue(settings);
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const begun: string[] = [];
  const settle = () => new Promise(setImmediate);
  return {
    queue,
    begun,
    ask(name: string, more: TaskOptions = {}): Promise<string> {
      const work = async () => {
        begun.push(name);
        const end = Promise.withResolvers<void>();
        ends.set(name, end);
        await end.promise;
        return name;
      };
      return queue.run(work, { owner: name[0], ...more });
    },
    async end(...names: string[]): Promise<string[]> {
      for (const name of names) {
        await settle();
        ends.get(name)?.resolve();
      }
      await settle();
      return begun;
    },
  };
}

describe('a queue', () => {
  test('runs as many tasks as it has places, and the next task when one ends', async () => {
    const { ask, end } = open({ places: 2 });
    const [first] = ['a', 'b', 'c', 'd'].map((name) => ask(name));
    expect(await end()).toEqual(['a', 'b']);
    expect(await end('a')).toEqual(['a', 'b', 'c']);
    expect(await first).toBe('a');
    expect(await end('b', 'c')).toEqual(['a', 'b', 'c', 'd']);
  });

  test('runs another task of the same owner when no other owner waits', async () => {
    const { ask, end } = open({ places: 3 });
    for (const name of ['a1', 'b1', 'b2']) void ask(name);
    expect(await end()).toEqual(['a1', 'b1', 'b2']);
  });

  test('has no limits by default', async () => {
    const { ask, end } = open({});
    const names = Array.from({ length: 100 }, (_, n) => `a${n}`);
    for (const name of names) void ask(name);
    expect(await end()).toEqual(names);
  });

  test('gives the place of a failed task to the next task', async () => {
    const { queue, ask, end } = open({ places: 1 });
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    void ask('a');
    expect(await end()).toEqual(['a']);
  });

  test('frees a place once, even if the caller frees it twice', async () => {
    const { queue, ask, end } = open({ places: 1 });
    const leave = await queue.take();
    leave();
    leave();
    for (const name of ['a', 'b']) void ask(name);
    expect(await end()).toEqual(['a']);
  });

  test('treats tasks without an owner as those of one owner', async () => {
    const { ask, end } = open({ places: 1 });
    for (const name of ['x', 'y', 'z']) void ask(name, { owner: undefined });
    void ask('a');
    expect(await end('x', 'a', 'y')).toEqual(['x', 'a', 'y', 'z']);
  });
});

describe('a free place goes', () => {
  test.each([
    {
      to: 'the owners by turns, and to the oldest task of an owner',
      places: 1,
      asked: 'a1 a2 a3 b1 b2 c1',
      begun: 'a1 b1 c1 a2 b2 a3',
    },
    {
      to: 'the owner with the fewest running tasks',
      places: 2,
      asked: 'a1 a2 a3 a4 b1 c1 b2',
      begun: 'a1 a2 b1 c1 b2 a3 a4',
      ended: 'a1 b1 c1 a2 b2 a3 a4',
    },
    {
      to: 'the owner whose last task ended first',
      places: 2,
      asked: 'a1 b1 a2 b2 c1 d1',
      begun: 'a1 b1 c1 d1 b2 a2',
      ended: 'b1 a1 c1 d1 b2 a2',
    },
  ])('to $to', async ({ places, asked, begun, ended = begun }) => {
    const { ask, end } = open({ places });
    for (const name of asked.split(' ')) void ask(name);
    expect((await end(...ended.split(' '))).join(' ')).toBe(begun);
  });

  test('last to an owner who returns after all of their tasks have ended', async () => {
    const { ask, end } = open({ places: 1 });
    for (const name of ['a1', 'b1']) void ask(name);
    await end('a1');
    for (const name of ['c1', 'a2']) void ask(name);
    expect(await end('b1', 'c1')).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  test('last to an owner who returns after an aborted wait', async () => {
    const { ask, end } = open({ places: 1 });
    const given = new AbortController();
    void ask('x');
    const gone = expect(ask('a1', { signal: given.signal })).rejects.toThrow('gone');
    void ask('b1');
    given.abort(new Error('gone'));
    await gone;
    void ask('a2');
    expect(await end('x', 'b1')).toEqual(['x', 'b1', 'a2']);
  });
});

describe('an owner with the maximum of running tasks', () => {
  test('waits, but does not delay others', async () => {
    const { ask, end } = open({ places: 9, each: 2 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name);
    expect(await end()).toEqual(['a1', 'a2', 'b1']);
    expect(await end('b1')).toEqual(['a1', 'a2', 'b1']);
    expect(await end('a2')).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('has that maximum whatever number of places each task needs', async () => {
    const { ask, end } = open({ places: 9, each: 1 });
    for (const name of ['a1', 'b1', 'a2']) void ask(name, { places: 4 });
    expect(await end()).toEqual(['a1', 'b1']);
    expect(await end('a1')).toEqual(['a1', 'b1', 'a2']);
  });
});

describe('a task of several places', () => {
  test('begins when all of them are free, and frees all of them', async () => {
    const { ask, end } = open({ places: 10 });
    void ask('a', { places: 6 });
    void ask('b', { places: 4 });
    void ask('c', { places: 10 });
    expect(await end('b')).toEqual(['a', 'b']);
    expect(await end('a')).toEqual(['a', 'b', 'c']);
    void ask('d');
    expect(await end()).toEqual(['a', 'b', 'c']);
    expect(await end('c')).toEqual(['a', 'b', 'c', 'd']);
  });

  test('is not overtaken by later tasks that need fewer', async () => {
    const { ask, end } = open({ places: 10 });
    void ask('a', { places: 6 });
    void ask('b', { places: 8 });
    void ask('c', { places: 2 });
    expect(await end()).toEqual(['a']);
    expect(await end('a')).toEqual(['a', 'b', 'c']);
  });
});

describe('a task whose signal aborts', () => {
  test('while it waits is rejected with the reason, and later tasks begin', async () => {
    const { ask, end } = open({ places: 10 });
    const given = new AbortController();
    void ask('a', { places: 6 });
    const large = expect(ask('b', { places: 8, signal: given.signal })).rejects.toThrow('gone');
    void ask('c', { places: 2 });
    given.abort(new Error('gone'));
    await large;
    expect(await end('a')).toEqual(['a', 'c']);
  });

  test('leaves its owner’s other tasks in the queue', async () => {
    const { ask, end } = open({ places: 1 });
    const given = new AbortController();
    void ask('x');
    const gone = expect(ask('a1', { signal: given.signal })).rejects.toThrow();
    for (const name of ['a2', 'b1']) void ask(name);
    given.abort();
    await gone;
    expect(await end('x', 'a2')).toEqual(['x', 'a2', 'b1']);
  });

  test('before it was added takes no place', async () => {
    const { ask, end } = open({ places: 1 });
    await expect(ask('a', { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
    void ask('b');
    expect(await end()).toEqual(['b']);
  });

  test('after it began keeps its place until it ends', async () => {
    const { ask, end } = open({ places: 1 });
    const given = new AbortController();
    const first = ask('a', { signal: given.signal });
    given.abort();
    void ask('b');
    expect(await end()).toEqual(['a']);
    expect(await end('a')).toEqual(['a', 'b']);
    expect(await first).toBe('a');
  });

  test('removes its listener once it has begun', async () => {
    const { ask, end } = open({ places: 1 });
    const { signal } = new AbortController();
    void ask('a', { signal });
    expect(await end()).toEqual(['a']);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('a task that waits too long', () => {
  const timeout = { milliseconds: 1000, refusal: () => new Error('later') };

  test('is rejected with the error of the queue, and later tasks begin', async () => {
    const { ask, end, begun } = open({ places: 10, timeout });
    void ask('a', { places: 6 });
    let refused = false;
    const late = expect(ask('b', { places: 8 }).finally(() => (refused = true))).rejects.toThrow('later');
    await vi.advanceTimersByTimeAsync(999);
    expect(refused).toBe(false);
    void ask('c', { places: 2 });
    await vi.advanceTimersByTimeAsync(1);
    await late;
    expect(begun).toEqual(['a', 'c']);
    expect(await end('a')).toEqual(['a', 'c']);
  });

  test('is one that has not begun: a running task has no limit', async () => {
    const { ask, end } = open({ places: 1, timeout });
    const [first, second] = [ask('a'), ask('b')];
    await vi.advanceTimersByTimeAsync(999);
    await end('a');
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(1e6);
    await end('b');
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
  });

  test('leaves no timer when its signal aborts before', async () => {
    const { ask } = open({ places: 1, timeout });
    const given = new AbortController();
    void ask('a');
    const gone = expect(ask('b', { signal: given.signal })).rejects.toThrow('gone');
    given.abort(new Error('gone'));
    await gone;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is every task that cannot begin at once, with a limit of 0', async () => {
    const { ask, end } = open({ each: 1, timeout: { ...timeout, milliseconds: 0 } });
    const first = ask('a1');
    const refused = expect(ask('a2')).rejects.toThrow('later');
    await vi.advanceTimersByTimeAsync(0);
    await refused;
    expect(await end('a1')).toEqual(['a1']);
    expect(await first).toBe('a1');
  });
});
