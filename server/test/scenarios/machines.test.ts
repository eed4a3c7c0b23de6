import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { listen } from '../support/loopback.ts';
import type { Machine, Machines } from '../support/machines.ts';
import { openMachines } from '../support/machines.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { makeWebhook, openReceiver } from '../support/receivers.ts';
import { joinSandbox, readTimeline } from '../support/sandbox.ts';
import { openStream } from '../support/stream.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let machines: Machines;
beforeAll(async () => {
  machines = await openMachines();
});
afterEach(() => machines.killAll());
afterAll(() => machines.close());

const patience = { timeout: 60_000, interval: 100 };

const published = (machine: Machine, id: number) =>
  vi.waitFor(async () => expect((await getPost(machine, { id })).status).toBe('published'), patience);

const limits = { BELFRY_ROLE: 'api', RATE_LIMIT_READS: '60' };

test('what one process was told another does, hears and sends', async () => {
  const api = await machines.add({ BELFRY_ROLE: 'api' });
  const worker = await machines.add({ BELFRY_ROLE: 'worker' });
  const other = await machines.add({ BELFRY_ROLE: 'api' });
  const receiver = await openReceiver();
  await makeWebhook(api, receiver, { kinds: ['target.published'] });
  await using stream = await openStream(other.origin, other);
  const channel = await joinSandbox(api);
  const { id: mediaId } = (await upload(api, { bytes: await makePicture('png') })).data;
  const { id } = await createPost(other, scheduledFor([channel], { media_ids: [mediaId] }));
  await published(api, id);
  const kinds: string[] = [];
  while (!kinds.includes('target.published')) kinds.push((await stream.next())?.kind ?? 'the end');
  await receiver.until(1);
  expect(receiver.got.map(({ type }) => type)).toEqual(['target.published']);
  const [post] = await readTimeline(worker, channel);
  expect(post?.media).toHaveLength(1);
  await receiver.close();
});

test('a limit of requests holds for all processes together', async () => {
  const two = [await machines.add(limits), await machines.add(limits)] as const;
  const statuses: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    for (const { request } of two) statuses.push((await request('GET', '/posts')).status);
  }
  const allowed = statuses.filter((status) => status === 200).length;
  expect(allowed).toBeLessThanOrEqual(60);
  // What one has taken, three at a time, and not used.
  expect(allowed).toBeGreaterThanOrEqual(57);
  expect(statuses.filter((status) => status === 429)).toHaveLength(80 - allowed);
});

test('what a killed process had begun, another finishes when the lease has ended', async () => {
  const hanging = await listen(createServer());
  const api = await machines.add({ BELFRY_ROLE: 'api' });
  const channel = await joinSandbox(api);
  const endpoint = `http://127.0.0.1:${hanging.port}`;
  const doomed = await machines.add({ NETWORK_ENDPOINTS: JSON.stringify({ sandbox: endpoint }) });
  const { id } = await createPost(api, scheduledFor([channel]));
  await vi.waitFor(() => expect(hanging.received.join()).toContain('POST /api/posts'), patience);
  await doomed.kill();
  await machines.add({ BELFRY_ROLE: 'worker' });
  await published(api, id);
  expect(await readTimeline(api, channel)).toHaveLength(1);
  await hanging.close();
});
