import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Host } from '../../src/base/host.ts';
import { startWaker } from '../../src/publishing/waker.ts';
import { app, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

let service: TestApp;
beforeAll(async () => {
  service = await app();
});
afterAll(() => service.close());

/** Timers that end when the test ends them. */
class Bed {
  /** Milliseconds of the sleep. */
  ms = 0;
  #asleep = Promise.withResolvers<void>();
  #wake: () => void = () => undefined;

  readonly host: Host = {
    elapsed: () => 0,
    after: (ms, act) => {
      this.ms = ms;
      this.#wake = act;
      this.#asleep.resolve();
      return { cancel: () => undefined };
    },
    every: () => ({ cancel: () => undefined }),
  };

  async asleep(): Promise<void> {
    await this.#asleep.promise;
    this.#asleep = Promise.withResolvers();
  }

  wake(): void {
    this.#wake();
  }
}

test('a worker claims when a target is due, and otherwise asks for the next time', async () => {
  const channel = await connectSandbox(service);
  const done: string[] = [];
  const { publisher } = service;
  const claim = publisher.claim.bind(publisher);
  vi.spyOn(publisher, 'claim').mockImplementation(() => {
    done.push('claim');
    return claim();
  });
  const ask = publisher.secondsUntilDue.bind(publisher);
  vi.spyOn(publisher, 'secondsUntilDue').mockImplementation((horizon) => {
    done.push('ask');
    return ask(horizon);
  });
  const bed = new Bed();
  const since = () => done.splice(0);
  const waker = await startWaker({ ...service.ctx, host: bed.host }, publisher);
  await bed.asleep();
  expect(since()).toEqual(['claim', 'ask']);

  // The longest sleep has ended.
  bed.wake();
  await bed.asleep();
  expect(since()).toEqual(['ask']);

  // A notification arrives, although no target is due earlier.
  await service.db.rows("select pg_notify('belfry_due', '')");
  await bed.asleep();
  expect(since()).toEqual(['ask']);

  await createPost(service, scheduledFor([channel], { scheduled_at: await service.clock.in('10 seconds') }));
  await bed.asleep();
  expect(bed.ms).toBeGreaterThan(9000);
  expect(bed.ms).toBeLessThanOrEqual(10_000);
  expect(since()).toEqual(['ask']);

  await service.clock.advance('10 seconds');
  bed.wake();
  await publisher.idle();
  await eventually(() => expect(done.slice(0, 2)).toEqual(['claim', 'ask']));
  await eventually(() => expect(done.length).toBeGreaterThan(2));
  expect(done.slice(2)).not.toContain('claim');
  await waker.stop();
});
