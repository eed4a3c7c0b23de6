import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Machine, type Machines, openMachines } from '../support/machines.ts';
import { scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await openMachines();
});
afterAll(() => machines.close());

/** Like a load balancer: sends each request to the next machine that is ready. */
function balance(all: readonly Machine[]) {
  const ready = new Set<Machine>(all);
  const checkReady = async (machine: Machine) => {
    const answer = await fetch(`${machine.origin}/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    ready[answer?.status === 200 ? 'add' : 'delete'](machine);
  };
  let turn = 0;
  const timer = setInterval(() => all.forEach((machine) => void checkReady(machine)), 500);
  return {
    async next() {
      while (ready.size === 0) await pause(20);
      return [...ready][turn++ % ready.size] as Machine;
    },
    isReady: (machine: Machine) => ready.has(machine),
    stop: () => clearInterval(timer),
  };
}

test('restarting one process after the other fails no request, and loses and repeats no post', async () => {
  // Many times the balancer's interval, because it may check late on a busy machine.
  const env = { DRAIN_SECONDS: '6' };
  const all = [await machines.add(env), await machines.add(env)];
  const [first] = all as [Machine];
  const channels = await Promise.all([1, 2, 3, 4].map(() => connectSandbox(first)));
  const balancer = balance(all);
  const texts: string[] = [];
  const failures: unknown[] = [];
  let restarting = true;
  const load = async () => {
    while (restarting) {
      const content = randomUUID();
      const body = scheduledFor([channels[texts.length % 4] as (typeof channels)[0]], { content });
      const { request } = await balancer.next();
      const options = { body, headers: { 'idempotency-key': content } };
      await request('POST', '/posts', options).then(
        ({ status }) => (status === 201 ? texts.push(content) : failures.push(status)),
        (error: unknown) => failures.push(error),
      );
      for (let n = 0; n < 8; n += 1) {
        // People read pages, too. Without these pauses the requests would leave a small machine no time to restart.
        await pause(10);
        const { request: read } = await balancer.next();
        await read('GET', '/posts').then(
          ({ status }) => status === 200 || failures.push(status),
          (error: unknown) => failures.push(error),
        );
      }
    }
  };
  const loads = [load(), load()];
  for (const machine of all) {
    await machine.stop();
    await machine.start();
    await eventually(() => expect(balancer.isReady(machine)).toBe(true));
  }
  restarting = false;
  await Promise.all(loads);
  balancer.stop();
  expect(failures).toEqual([]);
  const readPublished = async () => {
    const rows = await machines.db.rows<{ text: string }>(
      "select data->>'text' as text from records where collection like 'posts:%'",
    );
    return rows.map(({ text }) => text).sort();
  };
  await eventually(async () => expect(await readPublished()).toHaveLength(texts.length));
  expect(await readPublished()).toEqual(texts.sort());
});
