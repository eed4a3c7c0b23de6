/** Rows 23 to 25 and 28 of docs/faults.md: wrong or changing clocks, and many posts that are due at once. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Channel } from '@belfry/contract/channels.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { kinds } from '../support/faulty/adapter.ts';
import { type FaultyServer, openFaultyServer } from '../support/faulty/server.ts';
import type { FaultyPost } from '../support/faulty/world.ts';
import {
  advanceClock,
  connectFaulty,
  createFaultyPost,
  endpointsOf,
  faultyApp,
  scheduleFaultyPost,
  settleAll,
  wakeWorkers,
} from '../support/faulty/world.ts';
import { prepareKillable } from '../support/killable.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';

let network: FaultyServer;
let service: TestApp;
beforeAll(async () => {
  network = await openFaultyServer();
  service = await faultyApp(network);
});
afterAll(async () => {
  await service.close();
  await network.close();
});

const textsOf = ({ username }: Pick<Channel, 'username'>) =>
  network.shown.filter((post) => post.account === username).map(({ text }) => text);

test.each([
  ['three days ahead', 3 * 86_400],
  ['two hours back', -2 * 3600],
])('23: a host whose clock is %s publishes nothing early, and nothing late', async (_, seconds) => {
  const env = {
    BELFRY_ROLE: 'both',
    NETWORK_ENDPOINTS: JSON.stringify(endpointsOf(network)),
    OUTBOUND_ALLOW: '127.0.0.1',
    CLOCK_AHEAD: String(seconds),
  };
  const wrong = await prepareKillable(env, join(import.meta.dirname, '../support/faulty/main.ts'));
  onTestFinished(() => wrong.close());
  await wrong.start();
  const ahead = await scheduleFaultyPost(wrong, 'key', '1 hour');
  const due = await scheduleFaultyPost(wrong, 'key', '0');
  await until(wrong, due);
  await advanceClock(wrong.db, '59 minutes 59.999 seconds');
  const last = await scheduleFaultyPost(wrong, 'key', '0');
  await until(wrong, last);
  expect([textsOf(due.channel), textsOf(ahead.channel)]).toEqual([['Hello'], []]);
  await advanceClock(wrong.db, '0.001 seconds');
  await wakeWorkers(wrong.db);
  await until(wrong, ahead);
  expect(network.count('POST /token', ahead.username)).toBe(0);
});

/** The clock stands still meanwhile. */
async function until(client: Client, { post }: FaultyPost): Promise<void> {
  while ((await getPost(client, post)).status !== 'published') await pause(10);
}

describe('24: in Europe/Berlin', () => {
  const turn = async (eve: string) => {
    await service.clock.set(eve);
    const berlin = await service.inWorkspace({ time_zone: 'Europe/Berlin' });
    const channel = await connectFaulty(berlin, 'neither');
    const params = { id: channel.id };
    await berlin.call('updateChannel', { params, body: { posting_times: ['02:30'] } });
    const post = await createPost(berlin, scheduledFor([channel], { queue: true }));
    /** Number of published copies at each half hour of the night. */
    const counts: Record<string, number> = {};
    for (let half = 0; half < 6; half += 1) {
      await service.publishDue();
      counts[service.clock.now().toISOString().slice(11, 16)] = textsOf(channel).length;
      await service.clock.advance('30 minutes');
    }
    return { counts, post: await getPost(berlin, post) };
  };

  test('24: a slot at 02:30 in the gap of 2027-03-28 moves forward, and is used once', async () => {
    const { counts, post } = await turn('2027-03-28T00:00:00Z');
    expect(counts).toEqual({ '00:00': 0, '00:30': 0, '01:00': 0, '01:30': 1, '02:00': 1, '02:30': 1 });
    expect(post.status).toBe('published');
  });

  test('24: a slot at 02:30 in the overlap of 2027-10-31 is used once', async () => {
    const { counts, post } = await turn('2027-10-30T23:30:00Z');
    expect(counts).toEqual({ '23:30': 0, '00:00': 0, '00:30': 1, '01:00': 1, '01:30': 1, '02:00': 1 });
    expect(post.status).toBe('published');
  });
});

test('25: of 1,000 posts that are due in one second each channel publishes its oldest first, and no channel is skipped', async () => {
  const channels = await Promise.all(Array.from({ length: 40 }, () => connectFaulty(service, 'neither')));
  await Promise.all(
    Array.from({ length: 25 }, async (_, n) => {
      const scheduled_at = await service.clock.in(`${3600 + n / 25} seconds`);
      await createPost(service, scheduledFor(channels, { content: `${n}`, scheduled_at }));
    }),
  );
  // The service finds them an hour late, as one backlog.
  await service.clock.advance('2 hours');
  for (let round = 1; round <= 3; round += 1) {
    expect(await service.publisher.claim()).toBe(40);
    await service.publisher.idle();
    expect(new Set(channels.map((channel) => textsOf(channel).length))).toEqual(new Set([round]));
  }
  await settleAll(service);
  const inOrder = Array.from({ length: 25 }, (_, n) => `${n}`);
  for (const channel of channels) expect(textsOf(channel)).toEqual(inOrder);
  const events = await service.db.rows<{ late: number }>(
    "select (data ->> 'late_ms')::float8 as late from events where kind = 'target.published' and channel_id = any($1)",
    [channels.map(({ id }) => id)],
  );
  expect(events).toHaveLength(1000);
  expect(Math.min(...events.map(({ late }) => late))).toBeGreaterThanOrEqual(3_599_000);
});

test('28: an attempt that does not end in time is handed back, and claimed by another worker at once', async () => {
  for (const kind of kinds) {
    const faulty = await createFaultyPost(service, kind);
    network.spoil('POST /uploads', { accepts: true, answer: 'hang' });
    const before = network.count('POST /uploads');
    await service.publisher.claim();
    await network.until('POST /uploads', before + 1);
    await service.publisher.stop(0);
    network.release();
    const row = await service.db.row('select held_by from targets where post_id = $1', [faulty.post.id]);
    expect(row).toEqual({ held_by: null });
    expect(await service.publishDue()).toBe(1);
    expect(textsOf(faulty.channel)).toEqual(['Hello']);
  }
});
