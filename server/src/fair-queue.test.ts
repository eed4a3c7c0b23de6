import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Asked, FairQueue, type Settings } from './fair-queue.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Tasks that each end when told to. The first letter of a name is its owner. */
function open(settings: Settings) {
  const queue = new FairQueue(settings);
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const begun: string[] = [];
  const settle = () => new Promise(setImmediate);
  return {
    queue,
    begun,
    ask(name: string, more: Asked = {}): Promise<string> {
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
  test('lets in as many as it has places, and the next when one has ended', async () => {
    const { ask, end } = open({ places: 2 });
    const [first] = ['a', 'b', 'c', 'd'].map((name) => ask(name));
    expect(await end()).toEqual(['a', 'b']);
    expect(await end('a')).toEqual(['a', 'b', 'c']);
    expect(await first).toBe('a');
    expect(await end('b', 'c')).toEqual(['a', 'b', 'c', 'd']);
  });

  test('lets in another task of an owner where nobody else waits', async () => {
    const { ask, end } = open({ places: 3 });
    for (const name of ['a1', 'b1', 'b2']) void ask(name);
    expect(await end()).toEqual(['a1', 'b1', 'b2']);
  });

  test('has any number of places, for any number of tasks of one owner, where nothing is said of it', async () => {
    const { ask, end } = open({});
    const names = Array.from({ length: 100 }, (_, n) => `a${n}`);
    for (const name of names) void ask(name);
    expect(await end()).toEqual(names);
  });

  test('gives the place of a task that fails to the next', async () => {
    const { queue, ask, end } = open({ places: 1 });
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    void ask('a');
    expect(await end()).toEqual(['a']);
  });

  test('gets each place back once, however often that is said', async () => {
    const { queue, ask, end } = open({ places: 1 });
    const leave = await queue.take();
    leave();
    leave();
    for (const name of ['a', 'b']) void ask(name);
    expect(await end()).toEqual(['a']);
  });

  test('takes tasks without an owner as those of one', async () => {
    const { ask, end } = open({ places: 1 });
    for (const name of ['x', 'y', 'z']) void ask(name, { owner: undefined });
    void ask('a');
    expect(await end('x', 'a', 'y')).toEqual(['x', 'a', 'y', 'z']);
  });
});

describe('a free place goes', () => {
  test.each([
    {
      to: 'the owners by turns, and of one to who asked first',
      places: 1,
      asked: 'a1 a2 a3 b1 b2 c1',
      begun: 'a1 b1 c1 a2 b2 a3',
    },
    {
      to: 'the owner with the fewest tasks under way',
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

  test('last to an owner who comes again after all that was here of them has ended', async () => {
    const { ask, end } = open({ places: 1 });
    for (const name of ['a1', 'b1']) void ask(name);
    await end('a1');
    for (const name of ['c1', 'a2']) void ask(name);
    expect(await end('b1', 'c1')).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  test('last to an owner who comes again after they gave up', async () => {
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

describe('an owner who has as many under way as one may have', () => {
  test('waits, and others do not wait for them', async () => {
    const { ask, end } = open({ places: 9, each: 2 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name);
    expect(await end()).toEqual(['a1', 'a2', 'b1']);
    expect(await end('b1')).toEqual(['a1', 'a2', 'b1']);
    expect(await end('a2')).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('has them, however many places each takes', async () => {
    const { ask, end } = open({ places: 9, each: 1 });
    for (const name of ['a1', 'b1', 'a2']) void ask(name, { places: 4 });
    expect(await end()).toEqual(['a1', 'b1']);
    expect(await end('a1')).toEqual(['a1', 'b1', 'a2']);
  });
});

describe('a task of several places', () => {
  test('begins when as many are free, and gives all of them back', async () => {
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

  test('is not overtaken by those behind it that need less', async () => {
    const { ask, end } = open({ places: 10 });
    void ask('a', { places: 6 });
    void ask('b', { places: 8 });
    void ask('c', { places: 2 });
    expect(await end()).toEqual(['a']);
    expect(await end('a')).toEqual(['a', 'b', 'c']);
  });
});

describe('a task whose signal aborts', () => {
  test('while it waits is rejected with the reason, and those behind it go on', async () => {
    const { ask, end } = open({ places: 10 });
    const given = new AbortController();
    void ask('a', { places: 6 });
    const large = expect(ask('b', { places: 8, signal: given.signal })).rejects.toThrow('gone');
    void ask('c', { places: 2 });
    given.abort(new Error('gone'));
    await large;
    expect(await end('a')).toEqual(['a', 'c']);
  });

  test('leaves its owner’s others where they are', async () => {
    const { ask, end } = open({ places: 1 });
    const given = new AbortController();
    void ask('x');
    const gone = expect(ask('a1', { signal: given.signal })).rejects.toThrow();
    for (const name of ['a2', 'b1']) void ask(name);
    given.abort();
    await gone;
    expect(await end('x', 'a2')).toEqual(['x', 'a2', 'b1']);
  });

  test('before it asked takes no place', async () => {
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

  test('is forgotten by the signal once it has begun', async () => {
    const { ask, end } = open({ places: 1 });
    const { signal } = new AbortController();
    void ask('a', { signal });
    expect(await end()).toEqual(['a']);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('a task that waits too long', () => {
  const patience = { milliseconds: 1000, refusal: () => new Error('later') };

  test('is rejected as the queue says, and those behind it go on', async () => {
    const { ask, end, begun } = open({ places: 10, patience });
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

  test('is one that has not begun: once under way it takes as long as it needs', async () => {
    const { ask, end } = open({ places: 1, patience });
    const [first, second] = [ask('a'), ask('b')];
    await vi.advanceTimersByTimeAsync(999);
    await end('a');
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(1e6);
    await end('b');
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
  });

  test('leaves nothing behind when its signal aborts before', async () => {
    const { ask } = open({ places: 1, patience });
    const given = new AbortController();
    void ask('a');
    const gone = expect(ask('b', { signal: given.signal })).rejects.toThrow('gone');
    given.abort(new Error('gone'));
    await gone;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is each that cannot begin at once, where the patience is 0', async () => {
    const { ask, end } = open({ each: 1, patience: { ...patience, milliseconds: 0 } });
    const first = ask('a1');
    const refused = expect(ask('a2')).rejects.toThrow('later');
    await vi.advanceTimersByTimeAsync(0);
    await refused;
    expect(await end('a1')).toEqual(['a1']);
    expect(await first).toBe('a1');
  });
});
