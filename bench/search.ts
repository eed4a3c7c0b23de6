import { openDisposable } from '../server/test/support/temporary-postgres.ts';
import { readProse } from './calendar.ts';
import { type Figure, type Measurement, median, percentile } from './figures.ts';
import { connectChannels } from './receivers.ts';
import { type BenchService, startService } from './service.ts';

export const search: Measurement = {
  title: 'searches in a workspace of 100,000 posts, over one connection',
  measure,
};

const POSTS = 100_000;
const CHANNELS = 10;
/** Characters of a post. */
const LENGTH = 400;
const ROUNDS = 20;

/** Words of the prose, from those in almost every post to those in none, and beginnings of words, as people type them. */
const QUERIES = [
  ...['the', 'a', 'th', 'post', 'pos', 'p', 'publish', 'network answers', 'the of and a to in'],
  ...[
    'postgres',
    'heartbeat',
    'reconnect',
    'lease',
    'passkey',
    'the clock of the database',
    'x264',
    'ffmpeg video',
  ],
  ...['nowhere', 'red', 'red the', 'blue passkey', 'ada', 'post 77', '4711', '東京', '都'],
];

async function measure(): Promise<Figure[]> {
  await using service = await startService();
  const begin = performance.now();
  await fill(service);
  const indexed = await waitForIndex(service);
  const figures: Figure[] = [
    { name: 'posts indexed', reached: POSTS / ((indexed - begin) / 1000), unit: '/s' },
  ];
  for (const [name, path] of [
    ['list', '/api/public/v1/posts?limit=50'],
    ['calendar', '/api/v1/calendar?from=2035-03-01&to=2035-03-31'],
  ] as const) {
    const samples = await ask(service, path);
    figures.push(
      { name: `${name}, p50`, reached: median(samples), unit: 'ms' },
      { name: `${name}, p95`, reached: percentile(samples, 0.95), unit: 'ms', goal: { most: 100 } },
      { name: `${name}, slowest`, reached: Math.max(...samples), unit: 'ms' },
    );
  }
  return figures;
}

/** Milliseconds of each answer. */
async function ask({ url, key }: BenchService, path: string): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const q of QUERIES) {
      const begin = performance.now();
      const answer = await fetch(`${url}${path}&q=${encodeURIComponent(q)}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`a search was answered ${answer.status}`);
      samples.push(performance.now() - begin);
    }
  }
  return samples;
}

/** Posts over a year, each to one channel, with another part of the prose of `docs/`, its number and a label. */
async function fill(service: BenchService): Promise<void> {
  const channels = await connectChannels(service, CHANNELS);
  await using db = openDisposable(service.database, { statementTimeout: 0 });
  await db.rows(
    `insert into labels (workspace_id, name, folded, color)
     select 1, n, n, 'red' from unnest(array['red', 'blue', 'green', 'grey', 'teal']) n`,
  );
  await db.rows(
    `insert into posts (workspace_id, author_id, content, status, scheduled_at, planned_at)
     select 1, 1, concat(one.text, two.text, ' ', n, case when n % 50 = 0 then ' 東京都の鐘' end), 'scheduled', at, at
     from generate_series(1, ${POSTS}) n
       join unnest($1::text[]) with ordinality as one(text, place) on one.place = 1 + n % cardinality($1)
       join unnest($1::text[]) with ordinality as two(text, place) on two.place = 1 + (n * 7 + n / 1000) % cardinality($1),
       lateral (select '2035-01-01Z'::timestamptz + n * interval '5 minutes' as at) as planned order by n`,
    [readProse().match(new RegExp(`.{${LENGTH / 2}}`, 'gs'))],
  );
  await db.rows(
    `insert into targets (workspace_id, post_id, channel_id, position, due_at, wake_at)
     select 1, p.id, ($1::bigint[])[1 + p.id % ${CHANNELS}], 0, p.planned_at, p.planned_at from posts p`,
    [channels],
  );
  await db.rows(
    'insert into post_labels (post_id, label_id, workspace_id) select p.id, 1 + p.id % 5, 1 from posts p',
  );
}

async function waitForIndex(service: BenchService): Promise<number> {
  await using db = openDisposable(service.database, { statementTimeout: 0 });
  for (;;) {
    const marked = await db.row('select 1 as one from search_marks limit 1');
    if (marked === undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const indexed = performance.now();
  await db.rows('vacuum analyze');
  return indexed;
}
