/** Posts on the faulty networks. Their clock advances only while no worker has a lease. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Db } from '../../../src/db/database.ts';
import { type AppOptions, app, type TestApp } from '../app.ts';
import type { Client } from '../client.ts';
import { loopbackAllowed } from '../loopback.ts';
import { createPost, getPost, scheduledFor } from '../posts.ts';
import { connectByForm } from '../sandbox.ts';
import { faultyNetwork, type Kind, kinds, platformOf } from './adapter.ts';
import type { FaultyServer } from './server.ts';

/** The addresses of all kinds, in the form of NETWORK_ENDPOINTS. */
export function endpointsOf({ url }: Pick<FaultyServer, 'url'>): Record<string, string> {
  return Object.fromEntries(kinds.map((kind) => [platformOf(kind), url]));
}

/** A service in this process with the faulty networks. */
export async function faultyApp(server: FaultyServer, options: AppOptions = {}): Promise<TestApp> {
  const service = await app({
    networkEndpoints: endpointsOf(server),
    outboundAllow: loopbackAllowed,
    ...options,
  });
  const networks = service.ctx.networks as Map<string, Network>;
  for (const kind of kinds) networks.set(platformOf(kind), faultyNetwork(kind));
  return service;
}

/** Connects a new account. */
export function connectFaulty(client: Client, kind: Kind): Promise<Channel> {
  const username = `${kind}-${randomBytes(6).toString('hex')}`;
  return connectByForm(client, platformOf(kind), { username });
}

export interface FaultyPost {
  kind: Kind;
  post: Post;
  channel: Channel;
  username: string;
}

/** Creates a due post on a new channel. */
export async function createFaultyPost(client: Client, kind: Kind): Promise<FaultyPost> {
  const channel = await connectFaulty(client, kind);
  const post = await createPost(client, scheduledFor([channel]));
  return { kind, post, channel, username: channel.username };
}

/** Creates a post that becomes due after this interval, on a new channel or on the given one. */
export async function scheduleFaultyPost(
  client: Client & { db: Db },
  kind: Kind,
  interval = '1 minute',
  content = 'Hello',
  shared?: Channel,
): Promise<FaultyPost> {
  const channel = shared ?? (await connectFaulty(client, kind));
  const row = await client.db.row<{ at: string }>('select clock_now() + $1::interval as at', [interval]);
  const post = await createPost(client, scheduledFor([channel], { content, scheduled_at: row?.at ?? '' }));
  return { kind, post, channel, username: channel.username };
}

/** Moves the clock of other processes by an interval. */
export async function advanceClock(db: Db, interval: string): Promise<void> {
  await db.rows('update test_clock set moment = moment + $1::interval', [interval]);
}

/** Moves the clock to the next `wake_at`, unless a target is leased or due. Returns whether it moved. */
export async function advanceToNext(db: Db): Promise<boolean> {
  const moved = await db.rows(
    `update test_clock set moment = next.at from (select min(wake_at) as at from targets where wake_at is not null
       and channel_id in (select id from channels where not needs_reconnect)) as next
     where next.at > moment and not exists (select from targets where held_by is not null)
     returning moment`,
  );
  return moved.length > 0;
}

/** Publishes until all targets are settled, whatever time passes by the fake clock. */
export async function settleAll(service: TestApp, rounds = 100): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await service.publishDue();
    if (!(await advanceHere(service))) return;
  }
}

/** Uses the clock of this process. */
async function advanceHere(service: TestApp): Promise<boolean> {
  const row = await service.db.row<{ seconds: number | null }>(
    `select extract(epoch from min(wake_at) - clock_now())::float8 as seconds from targets
     where wake_at is not null and channel_id in (select id from channels where not needs_reconnect)`,
  );
  if (typeof row?.seconds !== 'number') return false;
  await service.clock.advance(`${Math.max(0, row.seconds) + 0.001} seconds`);
  return true;
}

/** Waits for other processes to publish the post or let it fail. */
export async function untilSettled(client: Client & { db: Db }, post: Post): Promise<Post> {
  for (;;) {
    const now = await getPost(client, post);
    if (now.status === 'published' || now.status === 'failed') return now;
    if (await advanceToNext(client.db)) await wakeWorkers(client.db);
    await pause(10);
  }
}

/** Makes the workers check for due targets now, before their timers. */
export async function wakeWorkers(db: Db): Promise<void> {
  await db.rows("select pg_notify('belfry_due', '')");
}

/** Creates due posts with different texts, on channels of all kinds in turn. */
export async function createFaultyPosts(
  service: TestApp,
  { channels, each }: { channels: number; each: number },
): Promise<Post[]> {
  const joined = await Promise.all(
    Array.from({ length: channels }, (_, n) => connectFaulty(service, kinds[n % kinds.length] as Kind)),
  );
  const bodies = joined.flatMap((channel) =>
    Array.from({ length: each }, (_, n) => scheduledFor([channel], { content: `${channel.username} ${n}` })),
  );
  return Promise.all(bodies.map((body) => createPost(service, body)));
}

/** For running workers: advances the clock whenever no target is leased, until no target waits. */
export async function untilAllSettled(service: TestApp): Promise<void> {
  for (let idle = 0; ; idle += 1) {
    const row = await readLanes(service).catch(() => undefined);
    if (row?.open === 0) return;
    // A killed worker cannot release its lease.
    const isStuck = idle > 100;
    if (row !== undefined && (isStuck || (!row.busy && row.seconds > 0))) {
      await service.clock.advance(`${isStuck ? 16 : row.seconds + 0.001} seconds`);
      await wakeWorkers(service.db);
      idle = 0;
    }
    // While the database is unavailable, the state is unknown.
    if (row === undefined) idle = 0;
    await pause(20);
  }
}

async function readLanes(service: TestApp) {
  return service.db.row<{ open: number; busy: boolean; seconds: number }>(
    `select count(*)::int as open, coalesce(bool_or(held_by is not null), false) as busy,
       extract(epoch from min(wake_at) - clock_now())::float8 as seconds from targets where wake_at is not null`,
  );
}

/** Expects that each post is live exactly once; an unconfirmed post may also be missing, but not be live twice. */
export async function requireNoneLost(
  service: TestApp,
  network: FaultyServer,
  posts: readonly Post[],
): Promise<void> {
  for (const { id, content, targets } of posts) {
    const copies = network.shown.filter(({ text }) => text === content).length;
    const { status, targets: after } = await getPost(service, { id });
    const isDoubtful = after[0]?.error?.code === 'outcome_unknown';
    const mayBeDoubtful = targets[0]?.channel.platform === platformOf('neither');
    if (isDoubtful && mayBeDoubtful) assert.ok(copies <= 1, `${content}: ${copies} copies`);
    else assert.deepEqual([content, status, copies], [content, 'published', 1]);
  }
}
