import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { listen } from '../support/loopback.ts';
import { type Machine, type Machines, openMachines } from '../support/machines.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { makeWebhook, openReceiver } from '../support/receivers.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';
import { openStream } from '../support/stream.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await openMachines();
});
afterEach(() => machines.killAll());
afterAll(() => machines.close());

const published = (machine: Machine, id: number) =>
  eventually(async () => expect((await getPost(machine, { id })).status).toBe('published'));

const limits = { BELFRY_ROLE: 'api', RATE_LIMIT_READS: '60' };

test('processes share work, events and deliveries', async () => {
  const api = await machines.add({ BELFRY_ROLE: 'api' });
  const worker = await machines.add({ BELFRY_ROLE: 'worker' });
  const other = await machines.add({ BELFRY_ROLE: 'api' });
  const receiver = await openReceiver();
  await makeWebhook(api, receiver, { kinds: ['target.published'] });
  await using stream = await openStream(other.origin, other);
  const channel = await connectSandbox(api);
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

test('a rate limit applies to all processes together', async () => {
  const two = [await machines.add(limits), await machines.add(limits)] as const;
  const statuses: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    for (const { request } of two) statuses.push((await request('GET', '/posts')).status);
  }
  const allowed = statuses.filter((status) => status === 200).length;
  expect(allowed).toBeLessThanOrEqual(60);
  // Requests that one process has reserved, three at a time, and not used.
  expect(allowed).toBeGreaterThanOrEqual(57);
  expect(statuses.filter((status) => status === 429)).toHaveLength(80 - allowed);
});

test('an Idempotency-Key applies to all processes together, even while one of them dies', async () => {
  const [one, doomed] = [await machines.add(), await machines.add()];
  const channel = await connectSandbox(one);
  const keys = Array.from({ length: 30 }, () => randomUUID());
  const ask = async ({ request }: Machine, key: string) => {
    const body = scheduledFor([channel], { content: key, scheduled_at: '2030-01-01T00:00:00Z' });
    const answer = await request('POST', '/posts', { body, headers: { 'idempotency-key': key } });
    if (answer.status === 201) return (answer.data as { id: number }).id;
    expect(answer.error.code).toBe('idempotency_in_flight');
    return undefined;
  };
  const asked = keys.flatMap((key) => [ask(one, key), ask(doomed, key), ask(one, key), ask(doomed, key)]);
  const answers = Promise.allSettled(asked);
  // Some are answered already, and some are in flight.
  await Promise.any(asked.filter((_, n) => n % 2 === 1));
  await doomed.kill();
  await answers;
  const again = await eventually(async () => {
    const ids = await Promise.all(keys.map((key) => ask(one, key)));
    expect(ids.every((id) => id !== undefined)).toBe(true);
    return ids;
  });
  const answered = (await answers).flatMap((each) => (each.status === 'fulfilled' ? (each.value ?? []) : []));
  expect(new Set(answered).difference(new Set(again))).toEqual(new Set());
  const rows = await machines.db.rows(
    'select content from posts where content = any($1) group by 1 having count(*) = 1',
    [keys],
  );
  expect(rows).toHaveLength(keys.length);
});

test('another process finishes the work of a killed one when the lease has ended', async () => {
  const hanging = await listen(createServer());
  const api = await machines.add({ BELFRY_ROLE: 'api' });
  const channel = await connectSandbox(api);
  const endpoint = `http://127.0.0.1:${hanging.port}`;
  const doomed = await machines.add({ NETWORK_ENDPOINTS: JSON.stringify({ sandbox: endpoint }) });
  const { id } = await createPost(api, scheduledFor([channel]));
  await eventually(() => expect(hanging.received.join()).toContain('POST /api/posts'));
  await doomed.kill();
  await machines.add({ BELFRY_ROLE: 'worker' });
  await published(api, id);
  expect(await readTimeline(api, channel)).toHaveLength(1);
  await hanging.close();
});
