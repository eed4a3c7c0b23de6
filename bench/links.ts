import { openDatabase } from '../server/src/db/database.ts';
import { drawKey, hashKey } from '../server/src/keys/key.ts';
import { type Figure, median, percentile } from './figures.ts';
import { type BenchService, startService } from './harness.ts';
import { load } from './load.ts';
import { readPeak, resetPeak } from './processes.ts';
import { type Added, addVideos, restWarm, startVideoServer, type VideoServer } from './video-server.ts';
import { MAX_VIDEO_BYTES } from './videos.ts';

export const title = 'eight videos of 512 MB from links at once, and the API meanwhile';

const CONCURRENCY = 8;
const ROUNDS = 2;
/** Seconds of API requests without downloads. */
const QUIET = 5;

export async function measure(): Promise<Figure[]> {
  await using videos = await startVideoServer();
  await using service = await startService({ env: videos.allowed });
  // The limit per person is four downloads at once.
  const keys = [service.key, await addMember(service)];
  const idle = await restWarm(service, videos);
  const post = { status: 'draft', content: 'The bells ring.' };
  const { id } = await service.call<{ id: number }>('POST', '/api/public/v1/posts', post);
  const quiet: number[] = [];
  const busy: number[] = [];
  const grown: number[] = [];
  const all: Added[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(...(await sendRequests(service, id, QUIET)));
    await resetPeak(service.pid);
    const { latencies, added } = await sendRequestsMeanwhile(service, id, videos, keys);
    grown.push((await readPeak(service.pid)) - idle);
    busy.push(...latencies);
    all.push(added);
  }
  return describe({ quiet, busy, grown, all });
}

/** Adds another member and returns their API key. */
async function addMember({ database }: BenchService): Promise<string> {
  const key = drawKey();
  const db = openDatabase(database, { patience: 0 });
  await db.rows(
    `with person as (
       insert into users (email, name, password_hash) values ('bob@example.com', 'Bob', '') returning id),
     member as (
       insert into members (workspace_id, user_id, role)
       select w.id, person.id, 'editor' from person, workspaces w returning workspace_id, user_id)
     insert into api_keys (workspace_id, user_id, name, hash) select workspace_id, user_id, 'Bench', $1 from member`,
    [hashKey(key)],
  );
  await db.close();
  return key;
}

interface Samples {
  quiet: number[];
  busy: number[];
  grown: number[];
  all: Added[];
}

function describe({ quiet, busy, grown, all }: Samples): Figure[] {
  const [p99, quietP99] = [percentile(busy, 0.99), percentile(quiet, 0.99)];
  const arrived = all.reduce((sum, { count }) => sum + count, 0);
  const seconds = all.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  return [
    { name: 'memory beyond rest at most', reached: percentile(grown, 1), unit: 'MB', goal: { most: 120 } },
    { name: 'p99 of GET /posts/{id}', reached: p99, unit: 'ms', goal: { most: 50 } },
    { name: 'p50', reached: median(busy), unit: 'ms' },
    { name: 'p99 without downloads', reached: quietP99, unit: 'ms' },
    { name: 'p50 without downloads', reached: median(quiet), unit: 'ms' },
    { name: 'ratio of the p99', reached: p99 / quietP99, unit: '×' },
    { name: `in time, of ${CONCURRENCY * ROUNDS}`, reached: arrived, unit: 'videos' },
    { name: 'together', reached: (arrived * MAX_VIDEO_BYTES) / 2 ** 20 / seconds, unit: 'MB/s' },
  ];
}

/** Milliseconds of each answer. One connection repeats the request as soon as it is answered. */
async function sendRequests({ url, key }: BenchService, id: number, seconds: number): Promise<number[]> {
  const headers = { authorization: `Bearer ${key}` };
  const input = { method: 'GET', url: `${url}/api/public/v1/posts/${id}`, headers, connections: 1, seconds };
  return (await load(input)).latencies;
}

/** Like {@link sendRequests}, until eight videos are complete. */
async function sendRequestsMeanwhile(
  service: BenchService,
  id: number,
  { large }: VideoServer,
  keys: readonly string[],
) {
  const latencies: number[] = [];
  let isOver = false;
  const adding = addVideos(service, large, CONCURRENCY, keys).finally(() => {
    isOver = true;
  });
  while (!isOver) latencies.push(...(await sendRequests(service, id, 1)));
  return { latencies, added: await adding };
}
