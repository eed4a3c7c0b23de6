import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { type Figure, percentile, preciseNow } from './figures.ts';
import { type BenchService, startService } from './harness.ts';
import { startTinyNetwork, type TinyNetwork } from './tiny-network.ts';

export const title = 'a post’s call at its network after its time, against a timer and a call';

const POSTS = 200;
/** Milliseconds between writing two posts. */
const GAP = 60;
/** Milliseconds from writing a post to its due time, plus up to as much again at random. */
const AHEAD = 1000;

interface Due {
  text: string;
  at: number;
}

export async function measure(): Promise<Figure[]> {
  const network = await startTinyNetwork();
  await using service = await startService({ env: endpointOf(network) });
  const channels = await connectChannels(service, POSTS);
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
  await Promise.all([agent.close(), network.close()]);
  return [
    { name: 'p50', reached: percentile(late, 0.5), unit: 'ms', goal: { most: 10 } },
    { name: 'p99', reached: percentile(late, 0.99), unit: 'ms', goal: { most: 50 } },
    { name: 'p50 of a timer', reached: percentile(bare, 0.5), unit: 'ms' },
    { name: 'p99 of a timer', reached: percentile(bare, 0.99), unit: 'ms' },
    { name: 'ratio of the p50', reached: percentile(late, 0.5) / percentile(bare, 0.5), unit: '×' },
  ];
}

export function endpointOf({ url }: TinyNetwork): Record<string, string> {
  return { NETWORK_ENDPOINTS: JSON.stringify({ sandbox: url }) };
}

export async function connectChannels(service: BenchService, count: number): Promise<number[]> {
  const channels: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const account = { platform: 'sandbox', credentials: { username: `bench${n}` } };
    channels.push((await service.call<{ id: number }>('POST', '/api/public/v1/channels', account)).id);
  }
  return channels;
}

async function schedule(service: BenchService, channel: number, text: string): Promise<Due> {
  const at = randomMoment();
  const post = { scheduled_at: toMoment(at), content: text, targets: [{ channel_id: channel }] };
  await service.call('POST', '/api/public/v1/posts', { status: 'scheduled', ...post });
  return { text, at };
}

/** The same without a service: no rows, no journal, no guarantee. */
function setTimer({ url }: TinyNetwork, agent: Agent, text: string): Due {
  const at = randomMoment();
  setTimeout(
    async () => {
      const body = JSON.stringify({ text });
      const answer = await request(`${url}/api/posts`, { method: 'POST', body, dispatcher: agent });
      await answer.body.dump();
    },
    Math.ceil(at - preciseNow()),
  );
  return { text, at };
}

/** Whole microseconds, as the API accepts them. */
function randomMoment(): number {
  return Math.round((preciseNow() + AHEAD * (1 + Math.random())) * 1000) / 1000;
}

function toMoment(at: number): string {
  const micros = Math.round((at % 1) * 1000);
  return new Date(at).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);
}

function latenessOf(dues: readonly Due[], { arrivals }: TinyNetwork): number[] {
  const cameAt = new Map(arrivals.map(({ text, at }) => [text, at]));
  return dues.map(({ text, at }) => {
    const came = cameAt.get(text);
    if (came === undefined) throw new Error(`${text} did not arrive`);
    return came - at;
  });
}
