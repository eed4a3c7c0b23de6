/** Posts that go out at their time: single ones, and 500 at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Database } from '../server/src/db/database.ts';
import { openDisposable } from '../server/test/support/temporary-postgres.ts';
import { type Comparison, type Side, sideOf } from './against.ts';
import { type Figure, figure, type Measurement, median, percentile, preciseNow, time } from './figures.ts';
import { connectChannels, endpointOf, type Network, startNetwork } from './receivers.ts';
import { type BenchService, callMany, root, startService } from './service.ts';
import { untilPublished } from './throughput.ts';

export const punctual: Measurement = {
  title: 'a post’s call at its network after its time, against a timer and a call',
  measure: measurePunctual,
};

export const burst: Measurement = {
  title: '500 posts due in one second over 50 channels, against their calls and commits alone',
  measure: measureBurst,
};

export const channelAgainst: Comparison = {
  title: '500 posts due in one second on one channel, against their calls and commits alone',
  rounds: 3,
  open,
};

/** Single posts. */
const SINGLE = 200;
/** Milliseconds between writing two of them. */
const GAP = 60;
/** Milliseconds from writing one to its due time, plus up to as much again at random. */
const AHEAD = 1000;

/** Milliseconds in which a network in the same city answers. Most networks need several times as long. */
const NEAR = 50;
/** Posts of a burst. */
const POSTS = 500;
const CHANNELS = 50;
const ROUNDS = 3;
/** Seconds before their due time in which the posts of a burst are written. */
const WRITING = 10;
/** Maximum seconds to wait. */
const TIMEOUT = 120;

interface Due {
  text: string;
  at: number;
}

async function measurePunctual(): Promise<Figure[]> {
  await using network = await startNetwork();
  await using service = await startService({ env: endpointOf(network) });
  const channels = await connectChannels(service, SINGLE);
  const agent = new Agent({ keepAliveTimeout: 4000 });
  const posts: Due[] = [];
  const timers: Due[] = [];
  for (const [index, channel] of channels.entries()) {
    posts.push(await schedule(service, channel, `post ${index}`));
    timers.push(setTimer(network, agent, `timer ${index}`));
    await sleep(GAP);
  }
  await sleep(3 * AHEAD);
  const late = latenessOf(posts, network);
  const bare = latenessOf(timers, network);
  await agent.close();
  return [
    { name: 'p50', reached: percentile(late, 0.5), unit: 'ms', goal: { most: 10 } },
    { name: 'p99', reached: percentile(late, 0.99), unit: 'ms', goal: { most: 50 } },
    { name: 'p50 of a timer', reached: percentile(bare, 0.5), unit: 'ms' },
    { name: 'p99 of a timer', reached: percentile(bare, 0.99), unit: 'ms' },
    { name: 'ratio of the p50', reached: percentile(late, 0.5) / percentile(bare, 0.5), unit: '×' },
  ];
}

async function schedule(service: BenchService, channel: number, text: string): Promise<Due> {
  const at = randomMoment();
  const post = { scheduled_at: toMoment(at), content: text, targets: [{ channel_id: channel }] };
  await service.call('createPost', { body: { status: 'scheduled', ...post } });
  return { text, at };
}

/** The same without a service: no rows, no journal, no guarantee. */
function setTimer(network: Network, agent: Agent, text: string): Due {
  const at = randomMoment();
  setTimeout(() => sendPost(network, agent, text), Math.ceil(at - preciseNow()));
  return { text, at };
}

async function sendPost({ url }: Network, dispatcher: Agent, text: string): Promise<void> {
  const body = JSON.stringify({ text });
  const answer = await request(`${url}/api/posts`, { method: 'POST', body, dispatcher });
  await answer.body.dump();
}

/** Whole microseconds, as the API accepts them. */
function randomMoment(): number {
  return Math.round((preciseNow() + AHEAD * (1 + Math.random())) * 1000) / 1000;
}

function toMoment(at: number): string {
  const micros = Math.round((at % 1) * 1000);
  return new Date(at).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);
}

function latenessOf(dues: readonly Due[], { arrivals }: Network): number[] {
  const cameAt = new Map(arrivals.map(({ body, at }) => [body.text, at]));
  return dues.map(({ text, at }) => {
    const came = cameAt.get(text);
    if (came === undefined) throw new Error(`${text} did not arrive`);
    return came - at;
  });
}

async function measureBurst(): Promise<Figure[]> {
  await using ends = new AsyncDisposableStack();
  const { send, sendMinimally } = await prepareBurst(sideOf(root, ends), CHANNELS);
  const bursts: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bursts.push(await send());
    bare.push(await sendMinimally());
  }
  return [
    { name: 'until the last is published', reached: median(bursts), unit: 's', goal: { most: 3 } },
    { name: 'calls and commits alone', reached: median(bare), unit: 's' },
    { name: 'ratio', reached: median(bursts) / median(bare), unit: '×' },
  ];
}

async function open(side: Side) {
  const atOnce = await prepareBurst(side, 1);
  const later = await prepareBurst(side, 1, NEAR);
  return async () => [
    ...(await measureLane(atOnce, 'a network that answers at once')),
    ...(await measureLane(later, `a network that answers after ${NEAR} ms`)),
  ];
}

async function measureLane({ send, sendMinimally }: Burst, of: string): Promise<Figure[]> {
  const [burst, bare] = [await send(), await sendMinimally()];
  return [
    figure(`${of}: until the last is published`, burst, 's'),
    figure(`${of}: calls and commits alone`, bare, 's'),
    figure(`${of}: ratio`, burst / bare, '×'),
  ];
}

interface Burst {
  send(): Promise<number>;
  sendMinimally(): Promise<number>;
}

async function prepareBurst({ start, ends }: Side, count: number, delay = 0): Promise<Burst> {
  const network = ends.use(await startNetwork(delay));
  const service = await start({ env: endpointOf(network) });
  const db = ends.use(openDisposable(service.database, { statementTimeout: 0 }));
  const channels = await connectChannels(service, count);
  await db.rows('create table bare_sends (channel int, post int, state text, primary key (channel, post))');
  return {
    send: () => sendBurst(service, db, channels),
    sendMinimally: () => sendBare(db, network, count),
  };
}

/** Seconds from the due time of all posts until the last of them is published. */
async function sendBurst(service: BenchService, db: Database, channels: readonly number[]): Promise<number> {
  const due = new Date(Math.ceil(Date.now() / 1000 + WRITING) * 1000).toISOString();
  await callMany(POSTS, (n) => {
    const targets = [{ channel_id: channels[n % channels.length] ?? 0 }];
    const post = { scheduled_at: due, content: `Post ${n}`, targets };
    return service.call('createPost', { body: { status: 'scheduled', ...post } });
  });
  if (Date.parse(due) < Date.now()) throw new Error('the posts were not written in time');
  return untilPublished(db, due, WRITING + TIMEOUT);
}

/**
 * The minimum work of a publisher that loses no post, for the same number of posts. It works on each channel in
 * sequence: commit the intent, call, commit the answer, commit the end. Its rows are minimal.
 */
async function sendBare(db: Database, network: Network, channels: number): Promise<number> {
  const agent = new Agent({ keepAliveTimeout: 4000 });
  await db.rows('truncate bare_sends');
  const settle = 'update bare_sends set state = $3 where channel = $1 and post = $2';
  const drain = async (channel: number) => {
    for (let post = channel; post < POSTS; post += channels) {
      await db.rows("insert into bare_sends values ($1, $2, 'open')", [channel, post]);
      await sendPost(network, agent, `Post ${post}`);
      await db.rows(settle, [channel, post, 'done']);
      await db.rows(settle, [channel, post, 'published']);
    }
  };
  const ms = await time(() => Promise.all(Array.from({ length: channels }, (_, channel) => drain(channel))));
  await agent.close();
  return ms / 1000;
}
