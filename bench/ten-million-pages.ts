/** The pages that people open most, over HTTP, among many posts and among few. */
import { Agent, request } from 'undici';
import type { Database } from '../server/src/db/database.ts';
import { type Figure, median, percentile, time } from './figures.ts';
import type { BenchService } from './harness.ts';
import type { Past } from './ten-million-seed.ts';

const SAMPLES = 300;
const WARM_UP = 50;
const WEEK = 7 * 24 * 3600 * 1000;

/** A filled database with a service. */
export interface Instance {
  db: Database;
  past: Past;
  published: number;
  service: BenchService;
  keys: { large: string; small: string };
}

interface Page {
  key: 'large' | 'small';
  /** A different path each time, if there are several. */
  path(nth: number): string;
  goal?: number;
}

export async function measurePages(many: Instance, few: Instance): Promise<Figure[]> {
  const agent = new Agent({ keepAliveTimeout: 4000 });
  const [pages, same] = await Promise.all([pagesOf(many), pagesOf(few)]);
  const figures: Figure[] = [];
  for (const [name, page] of Object.entries(pages)) {
    const found = { many: [] as number[], few: [] as number[] };
    for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
      // Alternate, so that other load on the machine affects both equally.
      const slow = await open(agent, many, page, n);
      const quick = await open(agent, few, same[name] ?? page, n);
      if (n < WARM_UP) continue;
      found.many.push(slow);
      found.few.push(quick);
    }
    figures.push(...figuresOf(name, found, page.goal));
  }
  await agent.close();
  return figures;
}

function figuresOf(
  name: string,
  { many, few }: Record<'many' | 'few', number[]>,
  most: number | undefined,
): Figure[] {
  return [
    {
      name: `${name}, p50`,
      reached: median(many),
      unit: 'ms',
      ...(most !== undefined && { goal: { most } }),
    },
    { name: `${name}, p99`, reached: percentile(many, 0.99), unit: 'ms' },
    { name: `${name}, p50 among few`, reached: median(few), unit: 'ms' },
  ];
}

async function pagesOf({ db, past, published }: Instance): Promise<Record<string, Page>> {
  const ids = await pickPosts(db, published);
  const today = Date.now();
  const windows = Math.floor((past.days * 4) / 5 / 7);
  const window = (nth: number) => {
    const to = today - (nth % windows) * WEEK;
    return `/api/public/v1/posts?from=${new Date(to - WEEK).toISOString()}&to=${new Date(to).toISOString()}`;
  };
  return {
    'GET /posts, a week of the large workspace': { key: 'large', path: window, goal: 20 },
    'GET /posts, a week of a small one': { key: 'small', path: window, goal: 20 },
    'GET /posts, the latest 500': { key: 'large', path: () => '/api/public/v1/posts' },
    'GET /posts/{id}': { key: 'large', path: (nth) => `/api/public/v1/posts/${ids[nth % ids.length]}` },
    'GET /audit, its first page': { key: 'large', path: () => '/api/v1/audit' },
    'GET /audit, a kind': { key: 'large', path: () => '/api/v1/audit?kind=post.scheduled' },
  };
}

/** Posts of the large workspace, spread over its past. */
async function pickPosts(db: Database, published: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select (select id from posts where workspace_id = 1 and id >= n order by id limit 1) as id
     from generate_series(1, $1::int - $1::int / 10, $1::int / 400) n`,
    [published],
  );
  return rows.map(({ id }) => id);
}

/** Milliseconds until the whole answer has arrived. */
async function open(agent: Agent, { service, keys }: Instance, page: Page, nth: number): Promise<number> {
  const headers = { authorization: `Bearer ${keys[page.key]}` };
  return time(async () => {
    const answer = await request(service.url + page.path(nth), { headers, dispatcher: agent });
    await answer.body.arrayBuffer();
    if (answer.statusCode !== 200) throw new Error(`${page.path(nth)} answered ${answer.statusCode}`);
  });
}
