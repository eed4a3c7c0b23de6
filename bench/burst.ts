import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { type Figure, median, time } from './figures.ts';
import { type BenchService, startService } from './harness.ts';
import { connectChannels, endpointOf } from './punctual.ts';
import { startTinyNetwork, type TinyNetwork } from './tiny-network.ts';

export const title = '500 posts due in one second over 50 channels, against their calls and commits alone';

const CHANNELS = 50;
const POSTS_EACH = 10;
const ROUNDS = 3;
/** Seconds before their due time in which the posts are written. */
const AHEAD = 6;
/** Maximum seconds to wait. */
const TIMEOUT = 120;

export async function measure(): Promise<Figure[]> {
  const network = await startTinyNetwork();
  await using service = await startService({ env: endpointOf(network) });
  const db = openDatabase(service.database, { patience: 0 });
  const channels = await connectChannels(service, CHANNELS);
  await db.rows('create table sends (channel int, post int, state text, primary key (channel, post))');
  const bursts: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bursts.push(await burst(service, db, channels));
    bare.push(await sendMinimally(db, network));
  }
  await Promise.all([db.close(), network.close()]);
  return [
    { name: 'until the last is published', reached: median(bursts), unit: 's', goal: { most: 3 } },
    { name: 'calls and commits alone', reached: median(bare), unit: 's' },
    { name: 'ratio', reached: median(bursts) / median(bare), unit: '×' },
  ];
}

/** Seconds from the due time of all posts until the last of them is published. */
async function burst(service: BenchService, db: Database, channels: readonly number[]): Promise<number> {
  const due = new Date(Math.ceil(Date.now() / 1000 + AHEAD) * 1000).toISOString();
  for (let nth = 0; nth < POSTS_EACH; nth += 1) {
    const writes = channels.map((channel_id) => {
      const post = { scheduled_at: due, content: `Post ${nth}`, targets: [{ channel_id }] };
      return service.call('POST', '/api/public/v1/posts', { status: 'scheduled', ...post });
    });
    await Promise.all(writes);
  }
  if (Date.parse(due) < Date.now()) throw new Error('the posts were not written in time');
  return untilPublished(db, due);
}

async function untilPublished(db: Database, due: string): Promise<number> {
  for (let waited = 0; waited < AHEAD + TIMEOUT; waited += 1) {
    await sleep(1000);
    const found = await db.row<{ open: number; seconds: number }>(
      `select count(*) filter (where status <> 'published')::int as open,
         extract(epoch from max(published_at) - $1)::float8 as seconds
       from targets where due_at = $1`,
      [due],
    );
    if (found?.open === 0) return found.seconds;
  }
  throw new Error(`the posts were not all published within ${TIMEOUT} s`);
}

/**
 * The minimum work of a publisher that loses no post, for the same number of posts. It works on each channel in
 * sequence: commit the intent, call, commit the answer, commit the end. Its rows are minimal.
 */
async function sendMinimally(db: Database, { url }: TinyNetwork): Promise<number> {
  const agent = new Agent({ keepAliveTimeout: 4000 });
  await db.rows('truncate sends');
  const settle = 'update sends set state = $3 where channel = $1 and post = $2';
  const drain = async (channel: number) => {
    for (let post = 0; post < POSTS_EACH; post += 1) {
      await db.rows("insert into sends values ($1, $2, 'open')", [channel, post]);
      const body = JSON.stringify({ text: `Post ${post}` });
      const answer = await request(`${url}/api/posts`, { method: 'POST', body, dispatcher: agent });
      await answer.body.dump();
      await db.rows(settle, [channel, post, 'done']);
      await db.rows(settle, [channel, post, 'published']);
    }
  };
  const ms = await time(() => Promise.all(Array.from({ length: CHANNELS }, (_, channel) => drain(channel))));
  await agent.close();
  return ms / 1000;
}
