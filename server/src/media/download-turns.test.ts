import { expect, it } from 'vitest';
import { openTurns } from './download-turns.ts';

const few = { places: 2, each: 2, patience: 1e8 };

/** Downloads that each end when told to, by the names of those who asked. */
function openDownloads(options: Parameters<typeof openTurns>[0]) {
  const turns = openTurns(options);
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  return {
    begun,
    add(userId: number, name: string): Promise<string> {
      const turn = turns.join(userId);
      const done = turn.run(async () => {
        begun.push(name);
        await new Promise<void>((end) => ends.set(name, end));
        return name;
      });
      return done.finally(() => turn[Symbol.dispose]());
    },
    /** When all has begun that could. */
    async end(name: string) {
      await new Promise(setImmediate);
      ends.get(name)?.();
    },
  };
}

it('two of a person go on at once, waiting ones included; a third is refused until one has ended', async () => {
  const { add, end } = openDownloads({ ...few, places: 1 });
  const [one, two] = [add(1, 'one'), add(1, 'two')];
  expect(() => add(1, 'three')).toThrow(
    expect.objectContaining({
      code: 'rate_limited',
      message:
        'You have 2 files from links on their way, over all keys, sessions and workspaces; wait until one has arrived.',
    }),
  );
  await end('one');
  await one;
  const three = add(1, 'three');
  await end('two');
  await two;
  await end('three');
  expect(await three).toBe('three');
});

it('a free place goes to who has the fewest, then to who came first', async () => {
  const { add, end, begun } = openDownloads({ ...few, each: 4 });
  const ada = ['a1', 'a2', 'a3', 'a4'].map((name) => add(1, name));
  const others = [add(2, 'b1'), add(3, 'c1'), add(2, 'b2')];
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']) {
    await end(name);
    await [...ada, ...others][['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].indexOf(name)];
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'b2', 'a3', 'a4']);
});

it('who waits too long is told when to try again, and takes no place afterwards', async () => {
  const { add, end, begun } = openDownloads({ places: 1, each: 2, patience: 1 });
  const one = add(1, 'one');
  // Whatever the machine does meanwhile, nobody makes room.
  await expect(add(2, 'late')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Files from 1 links are being downloaded, as many as this server takes; try again in 20 s.',
    more: { headers: { 'retry-after': '20' } },
  });
  await end('one');
  await one;
  const next = add(2, 'next');
  await end('next');
  await next;
  expect(begun).toEqual(['one', 'next']);
});

it('a download that fails makes room', async () => {
  const turns = openTurns({ places: 1, each: 1, patience: 1e8 });
  for (const _ of [1, 2]) {
    using turn = turns.join(1);
    await expect(turn.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  }
});
