/** Publishes each post with every fault at every call, and with every crash. */
import { describe, expect, test } from 'vitest';
import { type FakeFault, fakeFaults } from '../fake-server.ts';
import { type Crash, type MatrixCase, type MatrixRun, type RunOptions, runOnce } from '../matrix.ts';
import { forbidPrinting } from './console.ts';
import { expectSettled } from './settled.ts';
import { contentOf, expectShown } from './shown.ts';
import { caseOf, type Ground, type NetworkSpec, type PostSpec } from './spec.ts';

/** Faults that are tried at every call, whether it makes something visible or not. */
const everywhere = ['expire', 'reset_before', 'error_500', 'throttle_2s'] as const satisfies FakeFault[];

/** Calls of one post that are disturbed, spread over all of them. */
const mostCalls = 40;

/** The first post of a network makes all its runs with PostgreSQL. */
export function describePosts({ spec, store, memory, isFirst }: Ground): void {
  for (const [index, [name, each]] of Object.entries(spec.posts).entries()) {
    const faults = index === 0 ? everywhere : (['expire'] as const);
    const repeated = isFirst && index === 0 ? store : () => memory;
    describe(name, () => new Publishing(spec, each, store, repeated).describe(faults));
  }
}

class Publishing {
  #spec: NetworkSpec;
  #matrix: MatrixCase;
  #store: Ground['store'];
  /** For the runs that go through all calls or operations. */
  #repeated: Ground['store'];

  constructor(spec: NetworkSpec, post: PostSpec, store: Ground['store'], repeated: Ground['store']) {
    this.#spec = spec;
    this.#matrix = caseOf(spec, post);
    this.#store = store;
    this.#repeated = repeated;
  }

  describe(faults: readonly FakeFault[]): void {
    forbidPrinting();

    test('is published once, as it was written', async () => {
      const run = await this.#run();
      this.#expectSettled(run, 'without a fault');
      expect(run.outcome.kind).toBe('published');
      await expectShown(run, this.#matrix, this.#spec, 'without a fault');
      expect(run.leftovers, 'files or drafts that no post uses').toBe(0);
    });

    test.each(fakeFaults)('survives %s without a double or lost post', async (fault) => {
      const run = await this.#run({ faults: [fault] });
      this.#expectSettled(run, `after ${fault}`, fault);
      if (run.outcome.kind !== 'published') return;
      await expectShown(run, this.#matrix, this.#spec, `after ${fault}`);
      expect(run.leftovers, 'files or drafts that no post uses').toBe(0);
      // Only the call that was put off is made again.
      if (fault === 'throttle_2s')
        expect(countChanges(run), 'calls that change something').toBe(countChanges(await this.#run()) + 1);
    });

    test.each(faults)('survives %s at every call', async (fault) => {
      const clean = await this.#repeat();
      for (const at of spread(clean.requests.length, mostCalls)) {
        const run = await this.#repeat({ trouble: { at, with: fault } });
        const when = `${fault} at call ${at}, ${run.requests[at - 1]?.name}`;
        const wasVisible = run.requests.slice(0, at - 1).some(({ isVisible }) => isVisible);
        this.#expectSettled(run, when, fault, wasVisible);
        if (fault === 'throttle_2s') expectWait(run, at, when);
        if (run.outcome.kind !== 'published') continue;
        // Captions that follow the post may be missing, with a warning, after the sign-in has ended.
        const isWhole = fault !== 'expire' || run.outcome.warnings.length === 0;
        expect(contentOf(run.shown, isWhole), when).toEqual(contentOf(clean.shown, isWhole));
        expect(run.leftovers, `${when}: files or drafts that no post uses`).toBeLessThanOrEqual(1);
      }
    });

    test('survives a crash before and after every operation', async () => {
      const { operations } = await this.#repeat();
      for (const crash of crashesIn(operations)) {
        const run = await this.#repeat({ crash });
        expect(run.crashed).toBe(true);
        this.#expectSettled(run, `crash ${crash.side} operation ${crash.at}`);
      }
    });

    test('survives a lost answer and a crash at every operation after it', async () => {
      const lost: FakeFault[] = ['accept_then_drop'];
      const { operations } = await this.#repeat({ faults: lost });
      for (let at = 1; at <= operations; at += 1) {
        const run = await this.#repeat({ faults: lost, crash: { at, side: 'after' } });
        this.#expectSettled(run, `lost answer, crash after operation ${at}`);
      }
    });
  }

  #run(options: RunOptions = {}): Promise<MatrixRun> {
    return runOnce(this.#matrix, this.#store(), options);
  }

  #repeat(options: RunOptions = {}): Promise<MatrixRun> {
    return runOnce(this.#matrix, this.#repeated(), options);
  }

  #expectSettled(run: MatrixRun, when: string, fault?: FakeFault, wasVisible = false): void {
    const { doubt, network, refreshes = network.refresh !== undefined } = this.#spec;
    const { leftovers = run.attempts.length } = this.#spec;
    const isOver = fault === 'expire' && refreshes !== true;
    expectSettled(run, this.#matrix, doubt, when, { holds: isOver && wasVisible ? 'in doubt' : isOver });
    if (run.outcome.kind === 'held') return;
    expect(run.leftovers, `${when}: files or drafts that no post uses`).toBeLessThanOrEqual(leftovers);
  }
}

/** A crash before an operation leaves the same behind as one after the operation before it. */
function crashesIn(operations: number): Crash[] {
  const after = Array.from({ length: operations }, (_, index) => ({ at: index + 1, side: 'after' }) as const);
  return [{ at: 1, side: 'before' }, ...after];
}

function countChanges({ requests }: MatrixRun): number {
  return requests.filter(({ name }) => !name.startsWith('GET ')).length;
}

/** The same call may not be made again before the network wants it. */
function expectWait({ requests }: MatrixRun, at: number, when: string): void {
  const first = requests[at - 1];
  const again = requests.slice(at).find(({ name }) => name === first?.name);
  if (first === undefined || again === undefined) return;
  expect(again.at.getTime() - first.at.getTime(), `${when}: waited`).toBeGreaterThanOrEqual(2000);
}

/** Numbers from 1 to `count`, at most `most` of them. */
function spread(count: number, most: number): number[] {
  const step = Math.max(1, count / most);
  return Array.from({ length: Math.min(count, most) }, (_, index) => Math.floor(index * step) + 1);
}
