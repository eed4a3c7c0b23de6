import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDisposable } from '../server/test/support/temporary-postgres.ts';
import { type Figure, figure, type Measurement, median, percentile } from './figures.ts';
import { load } from './load.ts';
import { connectChannels } from './receivers.ts';
import { type BenchService, root, startService } from './service.ts';

export const calendar: Measurement = {
  title: 'GET /calendar with a month of 1,283 posts',
  measure: async () => [...(await measureLatency()), ...(await measureRate())],
};

const POSTS = 1283;
const CHANNELS = 10;
const SECONDS = 5;
const ROUNDS = 3;
/** Characters of a post. */
const LENGTH = 400;

/** One connection, without other load: the time that a person waits. */
async function measureLatency(): Promise<Figure[]> {
  await using service = await startService();
  await fillMonth(service);
  const figures: Figure[] = [];
  for (const encoding of ['br', 'gzip']) {
    const alone = { ...requestOf(service, encoding), connections: 1, seconds: SECONDS };
    await load(alone);
    const { latencies, bytes } = await load(alone);
    figures.push(
      // Browsers accept Brotli over https and on localhost.
      figure(
        `an answer, ${encoding}`,
        bytes / latencies.length / 1000,
        'KB',
        encoding === 'br' ? 60 : undefined,
      ),
      { name: `p50, ${encoding}`, reached: median(latencies), unit: 'ms', goal: { most: 15 } },
      { name: `p99, ${encoding}`, reached: percentile(latencies, 0.99), unit: 'ms' },
    );
  }
  return [...figures, await measureChanged(service)];
}

/** A post changes before each request, so that the answer is made anew. */
async function measureChanged(service: BenchService): Promise<Figure> {
  await using db = openDisposable(service.database, { statementTimeout: 0 });
  const { url, keys, headers } = requestOf(service, 'br');
  const samples: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    await db.rows('update posts set version = version + 1 where id = $1', [n + 1]);
    const begin = performance.now();
    const answer = await fetch(url, { headers: { ...headers, authorization: `Bearer ${keys[0]}` } });
    await answer.arrayBuffer();
    samples.push(performance.now() - begin);
  }
  return { name: 'p50 after a change', reached: median(samples), unit: 'ms' };
}

/** The service and its PostgreSQL together on one core. */
async function measureRate(): Promise<Figure[]> {
  await using service = await startService({ core: 0 });
  await fillMonth(service);
  const crowd = { ...requestOf(service, 'br'), connections: 8, seconds: SECONDS };
  await load(crowd);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rates.push((await load(crowd)).rate);
  return [{ name: 'rate on one core', reached: median(rates), unit: '/s', goal: { least: 120 } }];
}

function requestOf({ url, key }: BenchService, encoding: string) {
  const path = '/api/v1/calendar?from=2035-03-01&to=2035-03-31';
  return { method: 'GET', url: url + path, keys: [key], headers: { 'accept-encoding': encoding } };
}

/**
 * A month of posts, each to two of ten channels, with a picture and a label, in no order that compresses. Each text is
 * another part of the prose of `docs/`, so that no opening occurs twice. The keys of the pictures are as random as real
 * ones, stored by a process that started anew each week.
 */
export async function fillMonth(service: BenchService): Promise<void> {
  const channels = await connectChannels(service, CHANNELS);
  await using db = openDisposable(service.database, { statementTimeout: 0 });
  await db.rows(
    "insert into labels (workspace_id, name, folded, color) select 1, n, n, 'red' from generate_series(1, 5) n",
  );
  await db.rows(
    `insert into media (id, workspace_id, name, mime_type, kind, size, storage_key) overriding system value
     select 300 + 2 * n + abs(hashint4(n)) % 2, 1, n, 'image/png', 'image', 1,
       left(gen_random_uuid()::text, -8) || left(md5((n * 4 / $1::int)::text), 8) || '.png'
     from generate_series(1, $1::int) n`,
    [POSTS],
  );
  await db.rows(
    `insert into posts (workspace_id, author_id, content, status, scheduled_at, planned_at)
     select 1, 1, text, 'scheduled', at, at
     from unnest($1::text[]) with ordinality as t(text, n),
       lateral (select '2035-03-01Z'::timestamptz + n * interval '34 minutes' as at) as planned order by n`,
    [readTexts()],
  );
  await db.rows(
    `insert into targets (workspace_id, post_id, channel_id, position, due_at, wake_at)
     select 1, p.id, ($1::bigint[])[1 + (abs(hashint8(p.id)) % ${CHANNELS} + place * 3) % ${CHANNELS}], place, p.planned_at, p.planned_at
     from posts p, generate_series(0, 1) place`,
    [channels],
  );
  await db.rows(
    `insert into post_media (post_id, position, media_id, workspace_id)
     select p.id, 0, m.id, 1 from posts p join media m on m.name = p.id::text`,
  );
  await db.rows(
    `insert into post_labels (post_id, label_id, workspace_id)
     select p.id, l.id, 1 from posts p join labels l on l.name::int = 1 + abs(hashint8(p.id + 7)) % 5`,
  );
  await db.rows('vacuum analyze');
}

function readTexts(): string[] {
  const prose = readProse();
  const step = Math.floor((prose.length - LENGTH) / POSTS);
  if (step < 80) throw new Error('There is too little prose in docs/.');
  return Array.from({ length: POSTS }, (_, n) => prose.slice(n * step, n * step + LENGTH));
}

/** The prose of `docs/`, without tables, headings and code. */
export function readProse(): string {
  return globSync('docs/**/*.md', { cwd: root })
    .sort()
    .map((file) => readFileSync(join(root, file), 'utf8').replaceAll(/```[\s\S]*?```/g, ''))
    .flatMap((text) => text.split('\n').filter((line) => /^[A-Za-z-]/.test(line)))
    .join(' ')
    .replaceAll(/[`*|[\]]|\(\S*\)/g, '');
}
