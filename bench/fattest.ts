/** The largest answer: as many posts as one answer has, each of a megabyte. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Comparison, Side } from './against.ts';
import { type Figure, figure } from './figures.ts';
import { connectChannels } from './receivers.ts';
import {
  addMembers,
  type BenchService,
  callMany,
  findFamily,
  readMemory,
  readPeak,
  resetPeak,
} from './service.ts';

export const fattestAgainst: Comparison = {
  title: 'GET /posts with 500 posts of a megabyte, by three readers beside one that reads 1 KB a second',
  rounds: 1,
  open,
};

const POSTS = 500;
const READERS = 3;
/** Of each post. With 12 it is the fattest that the API accepts: an answer of 6 GB. */
const MEGABYTES = Number(process.env['BENCH_POST_MB'] ?? 1);
/** The longest text, with characters of the most bytes, and how often a target has it. */
const TEXT = '鐘'.repeat(10_000);
const TEXTS_OF_TARGET = 4;
/** Occurs once in each post of an answer. */
const MARK = '"targets":[';

async function open({ start }: Side) {
  const service = await start();
  await fill(service);
  // Each person may read one such answer at a time.
  const [slowKey = '', ...keys] = await addMembers(service, READERS + 1);
  return async () => {
    await resetPeak(service.pid);
    const over = new AbortController();
    const slow = readSlowly(service, slowKey, over.signal);
    const begin = performance.now();
    const answers = await Promise.all(keys.map((key) => readPosts(service, key)));
    const seconds = (performance.now() - begin) / 1000;
    over.abort();
    return describe(service, answers, { seconds, slow: await slow });
  };
}

async function fill(service: BenchService): Promise<void> {
  const size = Buffer.byteLength(TEXT) * TEXTS_OF_TARGET;
  const channels = await connectChannels(service, Math.min(100, Math.round((MEGABYTES * 1e6) / size)));
  const settings = { thread: Array(TEXTS_OF_TARGET - 1).fill(TEXT) };
  const targets = channels.map((channel_id) => ({ channel_id, content: TEXT, settings }));
  await callMany(POSTS, () =>
    service.call('createPost', { body: { status: 'draft', content: 'The bells ring.', targets } }),
  );
}

interface Answer {
  bytes: number;
  /** 0 if the request was refused, or the answer broke off. */
  posts: number;
}

async function readPosts(service: BenchService, key: string): Promise<Answer> {
  const answer = await request(service, key);
  let [bytes, marks, tail] = [0, 0, ''];
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      const text = tail + chunk.toString('latin1');
      marks += text.split(MARK).length - 1;
      tail = text.slice(1 - MARK.length);
    }
  } catch (error) {
    console.log(`  An answer broke off after ${bytes} bytes: ${error}`);
    return { bytes, posts: 0 };
  }
  if (answer.statusCode !== 200) console.log(`  A reader was answered ${answer.statusCode}.`);
  return { bytes, posts: answer.statusCode === 200 ? marks : 0 };
}

/** Returns whether the answer was still open in the end. */
async function readSlowly(service: BenchService, key: string, over: AbortSignal): Promise<boolean> {
  const answer = await request(service, key);
  answer.on('error', () => undefined);
  while (!over.aborted && !answer.destroyed) {
    answer.read(1024);
    await sleep(1000);
  }
  const isOpen = answer.statusCode === 200 && !answer.destroyed;
  answer.destroy();
  return isOpen;
}

async function request({ url }: BenchService, key: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}` };
  const [answer] = await once(get(`${url}/api/public/v1/posts`, { headers, agent: false }), 'response');
  return answer as IncomingMessage;
}

async function describe(
  { pid }: BenchService,
  answers: readonly Answer[],
  { seconds, slow }: { seconds: number; slow: boolean },
): Promise<Figure[]> {
  const [, ...others] = await findFamily(pid);
  return [
    figure('posts in the shortest answer', Math.min(...answers.map(({ posts }) => posts)), ''),
    figure('the shortest answer', Math.min(...answers.map(({ bytes }) => bytes)) / 1e6, 'MB'),
    { name: 'until the three have read it', reached: seconds, unit: 's' },
    { name: 'slow readers still served then', reached: Number(slow), unit: '' },
    { name: 'Node at most, Rss', reached: await readPeak(pid), unit: 'MB' },
    { name: 'its children then, Pss', reached: await readMemory(others, 'Pss'), unit: 'MB' },
  ];
}
