/** An adapter waits as long as the network asks, in each way in which the network asks. */
import { describe, expect, test } from 'vitest';
import type { FakeResponse } from '../fake-server.ts';
import { runOnce } from '../matrix.ts';
import { caseOf, firstPost, type Ground } from './spec.ts';

/** Seconds. Whole, because dates in headers have whole seconds, and unlike any default. */
const asked = 97;
/** Milliseconds that pass beside the wait. */
const tolerance = 2000;
/** Milliseconds. A network that names no time is not asked again at once. */
const leastDefault = 10_000;

const body = { error: 'Too many', message: 'Too many' };

const standard: Record<string, (seconds: number, until: Date) => FakeResponse> = {
  'Retry-After in seconds': (seconds) => ({ status: 429, headers: { 'retry-after': String(seconds) }, body }),
  'Retry-After as a date': (_, until) => ({
    status: 429,
    headers: { 'retry-after': until.toUTCString() },
    body,
  }),
};

export function describeWaiting({ spec, store }: Ground): void {
  /** Milliseconds between the end of the asked wait and the second visible call. The first one was throttled. */
  async function measure(answer: (seconds: number, until: Date) => FakeResponse): Promise<number> {
    let until = Number.NaN;
    const throttle = () => {
      const now = store().now().getTime();
      until = Math.ceil(now / 1000 + asked) * 1000;
      return answer((until - now) / 1000, new Date(until));
    };
    const faults = [throttle];
    const { visibleAt, outcome } = await runOnce(caseOf(spec, firstPost(spec)), store(), { faults });
    const [, second] = visibleAt;
    if (second === undefined) throw new Error(JSON.stringify(outcome));
    return second.getTime() - until;
  }

  describe('waits as long as the network asks', () => {
    test.each(Object.entries({ ...standard, ...spec.waits }))('by %s', async (_, answer) => {
      const late = await measure(answer);
      expect(late, 'milliseconds too late').toBeLessThanOrEqual(tolerance);
      expect(late, 'milliseconds too late').toBeGreaterThanOrEqual(0);
    });

    const silent = { 'status 429': { status: 429, body }, ...spec.throttles };
    test.each(Object.entries(silent))('a while if it does not say: %s', async (_, answer) => {
      const late = await measure(() => answer);
      expect(late + asked * 1000).toBeGreaterThanOrEqual(leastDefault);
    });
  });
}
