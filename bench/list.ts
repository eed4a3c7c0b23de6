import sharp from 'sharp';
import { Callers } from '../server/src/keys/callers.ts';
import { hashKey } from '../server/src/keys/key.ts';
import { findPage } from '../server/src/posts/reading/store.ts';
import { openDisposable } from '../server/test/support/temporary-postgres.ts';
import type { Comparison, Side } from './against.ts';
import { type Figure, type Measurement, median, percentile, time } from './figures.ts';
import { load } from './load.ts';
import { connectChannels } from './receivers.ts';
import { type BenchService, callMany, connect, readCpu, startService } from './service.ts';

export const list: Measurement = {
  title: 'GET /posts with 500 posts, against its statement without a server',
  measure: async () => [...(await measureLatency()), ...(await measureRate())],
};

export const listAgainst: Comparison = {
  title: 'GET /posts with 500 posts over 8 connections, the service and its PostgreSQL on one core',
  rounds: 3,
  open,
};

const POSTS = 500;
const SECONDS = 5;
const ROUNDS = 3;

/** One connection, without other load: the time that a person waits. */
async function measureLatency(): Promise<Figure[]> {
  await using service = await startService();
  await fill(service);
  const alone = { ...requestOf(service), connections: 1, seconds: SECONDS };
  await load(alone);
  const served: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    served.push(...(await load(alone)).latencies);
    bare.push(...(await timeStatement(service)));
  }
  return [
    { name: 'p50 of one connection', reached: median(served), unit: 'ms', goal: { most: 15 } },
    { name: 'p99 of one connection', reached: percentile(served, 0.99), unit: 'ms' },
    { name: 'p50 of the bare statement', reached: median(bare), unit: 'ms' },
    { name: 'ratio', reached: median(served) / median(bare), unit: '×' },
  ];
}

/** The service and its PostgreSQL together on one core. */
async function measureRate(): Promise<Figure[]> {
  await using service = await startService({ core: 0 });
  await fill(service);
  const crowd = { ...requestOf(service), connections: 8, seconds: SECONDS };
  await load(crowd);
  const rates: number[] = [];
  const before = await readCpu(service.pid);
  let answers = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { rate, latencies } = await load(crowd);
    rates.push(rate);
    answers += latencies.length;
  }
  const used = (await readCpu(service.pid)).all - before.all;
  return [
    { name: 'rate on one core', reached: median(rates), unit: '/s', goal: { least: 100 } },
    // The rate if no other process used the core.
    { name: 'answers for a second of CPU time', reached: answers / used, unit: '/s' },
  ];
}

function requestOf({ url, key }: BenchService) {
  return { method: 'GET', url: `${url}/api/public/v1/posts`, keys: [key] };
}

/** Milliseconds of the database for the list's unchanged content. */
async function timeStatement(service: BenchService): Promise<number[]> {
  await using db = openDisposable(service.database, { statementTimeout: 0 });
  const caller = await new Callers(db).find(hashKey(service.key) as Buffer);
  if (caller === undefined) throw new Error('the key has no owner');
  const samples: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    samples.push(await time(() => findPage(db, caller, { filter: {}, limit: POSTS })));
  }
  return samples.slice(samples.length / 10);
}

async function open({ start }: Side) {
  const service = await start({ core: 0 });
  await fill(service);
  const plain = { ...requestOf(service), connections: 8, seconds: SECONDS };
  const packed = { ...plain, headers: { 'accept-encoding': 'br' } };
  await load(plain);
  await load(packed);
  return async () => {
    const before = await readCpu(service.pid);
    const { rate, latencies } = await load(plain);
    const cpu = (await readCpu(service.pid)).all - before.all;
    const br = await load(packed);
    return [
      { name: 'CPU of a request, of all processes', reached: (cpu * 1000) / latencies.length, unit: 'ms' },
      { name: 'requests', reached: rate, unit: '/s' },
      { name: 'requests that accept br', reached: br.rate, unit: '/s' },
      { name: 'an answer to these', reached: br.bytes / br.latencies.length / 1000, unit: 'KB' },
    ];
  };
}

/** Posts of about 500 characters, each with one target and one picture, over ten channels. */
async function fill(service: BenchService): Promise<void> {
  const channels = await connectChannels(service, 10);
  await callMany(POSTS, async (n) => {
    const media = await uploadDot(service, n);
    await service.call('createPost', {
      body: {
        status: 'scheduled' as const,
        scheduled_at: new Date(Date.UTC(2035, 0, 1, n)).toISOString(),
        // The sandbox takes 500 characters.
        content: 'The bells ring. '.repeat(31),
        targets: [{ channel_id: channels[n % channels.length] ?? 0 }],
        media_ids: [media],
      },
    });
  });
}

/** Returns the id of a small picture. */
async function uploadDot({ url, key }: BenchService, n: number): Promise<number> {
  const background = { r: n % 256, g: n >> 8, b: 0 };
  const dot = await sharp({ create: { width: 16, height: 9, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const file = new Blob([new Uint8Array(dot)], { type: 'image/jpeg' });
  const { data } = await connect(url, key).upload(file, { name: `${n}.jpg`, altText: 'A dot' });
  return data.id;
}
