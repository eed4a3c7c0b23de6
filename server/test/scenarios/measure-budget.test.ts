/** The operator's budget for numbers of posts that cost money. */
import { type Fault, NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Metrics } from '@belfry/networks/core/metrics.ts';
import { beforeEach, expect, test } from 'vitest';
import { measureDue } from '../../src/live/index.ts';
import type { TestApp } from '../support/app.ts';
import { LivelyNetwork, publishOne } from '../support/lively-network.ts';

const never = new AbortController().signal;
/** The calls of the network, and its answer. */
let calls = 0;
let answer: () => Promise<Metrics>;
beforeEach(() => {
  calls = 0;
  answer = async () => ({ likes: 3 });
});

const open = () =>
  new LivelyNetwork().open({
    costs: true,
    batch: 1,
    async read(posts) {
      calls += 1;
      const numbers = await answer();
      return new Map(posts.map(({ id }) => [id, numbers]));
    },
  });

/** Reads what is due as a process whose operator allows `most` posts a month. */
function measure({ ctx }: TestApp, most: number): Promise<void> {
  return measureDue({ ...ctx, config: { ...ctx.config, measureBudget: { sandbox: most } } }, never);
}

/** Reads what is due as a process that is killed while it waits for the answer. */
async function measureAndDie(service: TestApp, most: number): Promise<void> {
  await new Promise<void>((asked) => {
    answer = () => {
      asked();
      return new Promise(() => undefined);
    };
    void measure(service, most);
  });
  answer = async () => ({ likes: 3 });
}

test('the last post of the budget is read by one process, while another one has one to read, too', async () => {
  await using service = await open();
  await publishOne(service);
  await service.clock.advance('5 minutes');
  await publishOne(service);
  await service.clock.advance('56 minutes');
  await measureAndDie(service, 1);
  await service.clock.advance('5 minutes');
  await measure(service, 1);
  expect(calls).toBe(1);
});

test('a call whose answer no process has stored counts as charged for', async () => {
  await using service = await open();
  await publishOne(service);
  await service.clock.advance('61 minutes');
  await measureAndDie(service, 2);
  await service.clock.advance('11 minutes');
  await measure(service, 2);
  expect(calls).toBe(2);
  await service.clock.advance('6 hours');
  await measure(service, 2);
  expect(calls).toBe(2);
});

const refusals: Fault[] = [
  { kind: 'unavailable', message: 'Away.', sent: false },
  { kind: 'throttled', message: 'Wait.', retryAfter: 60, scope: 'channel' },
  { kind: 'throttled', message: 'Wait.', retryAfter: 60, scope: 'app' },
  { kind: 'rejected', message: 'No.' },
];

test.each(refusals)('a call for which the network cannot charge does not count: %j', async (fault) => {
  await using service = await open();
  await publishOne(service);
  await service.clock.advance('61 minutes');
  answer = () => Promise.reject(new NetworkFault(fault));
  await measure(service, 1);
  answer = async () => ({ likes: 3 });
  await service.clock.advance('6 hours');
  await measure(service, 1);
  expect(calls).toBe(2);
});

test.each([
  new NetworkFault({ kind: 'unavailable', message: 'Away.', sent: true }),
  new Error('The answer makes no sense.'),
])('a call for which the network may have charged counts: %s', async (error) => {
  await using service = await open();
  await publishOne(service);
  await service.clock.advance('61 minutes');
  answer = () => Promise.reject(error);
  await measure(service, 1);
  answer = async () => ({ likes: 3 });
  await service.clock.advance('6 hours');
  await measure(service, 1);
  expect(calls).toBe(1);
});

test('each month has its own budget, in UTC', async () => {
  await using service = await open();
  await service.clock.set('2027-01-31T22:58:00Z');
  await publishOne(service);
  await publishOne(service);
  await service.clock.set('2027-01-31T23:59:00Z');
  await measure(service, 1);
  expect(calls).toBe(1);
  await service.clock.set('2027-01-31T23:59:59Z');
  await measure(service, 1);
  expect(calls).toBe(1);
  await service.clock.set('2027-02-01T01:00:00Z');
  await measure(service, 1);
  expect(calls).toBe(2);
  await service.clock.set('2027-02-28T23:59:00Z');
  await measure(service, 1);
  expect(calls).toBe(2);
});

test('a post that waits for the next budget has not failed', async () => {
  await using service = await open();
  await publishOne(service);
  await service.clock.advance('61 minutes');
  for (let day = 0; day < 7; day += 1) {
    await measure(service, 1);
    await service.clock.advance('1 day');
  }
  const [row] = await service.db.rows<{ tries: number }>('select tries from measurements');
  expect(row).toEqual({ tries: 0 });
});

test('operators see in /metrics what is used of the budget, in this month', async () => {
  await using service = await open();
  const used = async () => {
    const text = await (await fetch(`${service.origin}/metrics`)).text();
    return [...text.matchAll(/^belfry_measure_budget_used\{platform="(\w+)"\} (\d+)$/gm)].map((line) =>
      line.slice(1),
    );
  };
  expect(Object.fromEntries(await used())).toEqual({ sandbox: '0', x: '0' });
  await publishOne(service);
  await service.clock.advance('61 minutes');
  await measure(service, 5);
  expect(Object.fromEntries(await used())).toEqual({ sandbox: '1', x: '0' });
  await service.clock.set('2027-02-01T00:00:00Z');
  expect(Object.fromEntries(await used())).toEqual({ sandbox: '0', x: '0' });
});

test('within an hour after the operator has raised the budget, more is read', async () => {
  await using service = await open();
  await publishOne(service);
  await publishOne(service);
  await service.clock.advance('61 minutes');
  await measure(service, 1);
  await service.clock.advance('1 hour');
  await measure(service, 2);
  expect(calls).toBe(2);
});

test('a budget that was set to 0 lets nothing be read, also of posts that were read before', async () => {
  await using service = await open();
  await publishOne(service);
  await service.clock.advance('61 minutes');
  await measure(service, 5);
  expect(calls).toBe(1);
  await service.clock.advance('6 hours');
  await measure(service, 0);
  expect(calls).toBe(1);
});
