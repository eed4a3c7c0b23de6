import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const PLACES = 3;

interface Entry {
  what: 'asked' | 'begun' | 'ended';
  owner: string;
  places: number;
}

const task = fc.record({
  owner: fc.constantFrom('a', 'b', 'c', 'd'),
  places: fc.integer({ min: 1, max: PLACES }),
});
/** Tasks that are added before a task ends, and the index of the running task that ends. */
const round = fc.record({ asked: fc.array(task, { maxLength: 4 }), ended: fc.nat() });
type Round = typeof round extends fc.Arbitrary<infer T> ? T : never;

/** Adds and ends tasks as in `rounds`, then ends the remaining tasks. */
async function play(rounds: readonly Round[]): Promise<Entry[]> {
  const queue = new FairQueue({ places: PLACES });
  const log: Entry[] = [];
  const running: (() => void)[] = [];
  const settle = () => new Promise(setImmediate);
  const ask = (one: { owner: string; places: number }) => {
    log.push({ what: 'asked', ...one });
    void queue.take(one).then((leave) => {
      log.push({ what: 'begun', ...one });
      running.push(() => {
        log.push({ what: 'ended', ...one });
        leave();
      });
    });
    return settle();
  };
  const end = (nth: number) => {
    running.splice(nth % running.length, 1)[0]?.();
    return settle();
  };
  for (const { asked, ended } of rounds) {
    for (const one of asked) await ask(one);
    await end(ended);
  }
  while (running.length > 0) await end(0);
  return log;
}

const count = (log: readonly Entry[], what: Entry['what'], owner: string) =>
  log.filter((entry) => entry.what === what && entry.owner === owner).length;

/** For each time in which `owner` waits without a running task: the owners of the tasks that begin meanwhile. */
function overtakersOf(owner: string, log: readonly Entry[]): string[][] {
  const times: string[][] = [[]];
  for (const [at, entry] of log.entries()) {
    const before = log.slice(0, at);
    const [asked, begun, ended] = (['asked', 'begun', 'ended'] as const).map((what) =>
      count(before, what, owner),
    );
    const isStarved = asked !== begun && begun === ended;
    if (!isStarved) times.push([]);
    else if (entry.what === 'begun' && entry.owner !== owner) times.at(-1)?.push(entry.owner);
  }
  return times;
}

test('all tasks run, and never more at once than there are places', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { maxLength: 30 }), async (rounds) => {
      let taken = 0;
      const log = await play(rounds);
      for (const { what, places } of log) {
        if (what !== 'asked') taken += what === 'begun' ? places : -places;
        expect(taken).toBeLessThanOrEqual(PLACES);
      }
      const asked = rounds.flatMap((one) => one.asked).length;
      expect(log).toHaveLength(3 * asked);
    }),
  );
});

test('an owner without a running task waits for at most one task of each other owner', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { maxLength: 30 }), async (rounds) => {
      const log = await play(rounds);
      for (const owner of 'abcd') {
        for (const others of overtakersOf(owner, log)) expect(others).toEqual([...new Set(others)]);
      }
    }),
  );
});
