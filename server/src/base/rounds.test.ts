import { beforeEach, describe, expect, test } from 'vitest';
import type { Host, Timer } from './host.ts';
import { type Duty, startRounds } from './rounds.ts';

/** A host whose time the test advances. */
class StillHost implements Host {
  #now = 0;
  #timers = new Set<{ at: number; every: number | undefined; act: () => void }>();

  elapsed = () => this.#now;
  after = (ms: number, act: () => void) => this.#add({ at: this.#now + ms, every: undefined, act });
  every = (ms: number, act: () => void) => this.#add({ at: this.#now + ms, every: ms, act });

  pass(ms: number): void {
    for (const until = this.#now + ms; this.#now < until; ) {
      this.#now += 1;
      for (const timer of [...this.#timers].filter(({ at }) => at === this.#now)) {
        if (timer.every === undefined) this.#timers.delete(timer);
        else timer.at += timer.every;
        timer.act();
      }
    }
  }

  #add(timer: { at: number; every: number | undefined; act: () => void }): Timer {
    this.#timers.add(timer);
    return { cancel: () => void this.#timers.delete(timer) };
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

let host: StillHost;
let logged: string[];
beforeEach(() => {
  host = new StillHost();
  logged = [];
});

/** A duty whose end the test decides. */
function makeDuty(more: Partial<Duty> = {}) {
  let begun = 0;
  let end = Promise.withResolvers<void>();
  const duty: Duty = {
    name: 'a duty',
    every: 10,
    run() {
      begun += 1;
      end = Promise.withResolvers();
      return end.promise;
    },
    ...more,
  };
  return { duty, count: () => begun, end: () => end.resolve(), fail: () => end.reject(new Error('away')) };
}

const start = (duties: Duty[], ending = new AbortController()) =>
  startRounds(
    duties,
    { host, log: { warn: (_: unknown, text?: string) => void logged.push(String(text)) } },
    ending,
  );

describe('a duty', () => {
  test('never runs twice at the same time, and runs again after it has ended', async () => {
    const slow = makeDuty();
    const quick: string[] = [];
    start([slow.duty, makeDuty({ run: async () => quick.push('done') }).duty]);
    host.pass(9);
    expect(slow.count()).toBe(0);
    for (let n = 0; n < 3; n += 1) {
      host.pass(10);
      await settled();
    }
    expect([slow.count(), quick.length]).toEqual([1, 3]);
    slow.end();
    await settled();
    host.pass(10);
    expect(slow.count()).toBe(2);
  });

  test('that failed is logged, and runs again', async () => {
    const { duty, count, fail } = makeDuty();
    start([duty]);
    host.pass(10);
    fail();
    await settled();
    expect(logged).toEqual(['a duty failed']);
    host.pass(10);
    expect(count()).toBe(2);
  });

  test('runs for the first time after `first`', () => {
    const { duty, count } = makeDuty({ every: 100, first: 10 });
    start([duty]);
    host.pass(10);
    expect(count()).toBe(1);
  });

  test('is awaited by stop when it is long, and no duty runs any more', async () => {
    const [long, short] = [makeDuty({ isLong: true }), makeDuty()];
    const ending = new AbortController();
    const rounds = start([long.duty, short.duty], ending);
    host.pass(10);
    let isStopped = false;
    const stopped = rounds.stop().then(() => {
      isStopped = true;
    });
    await settled();
    expect([ending.signal.aborted, isStopped]).toEqual([true, false]);
    long.fail();
    await stopped;
    host.pass(100);
    expect([long.count(), short.count(), logged]).toEqual([1, 1, []]);
  });
});
