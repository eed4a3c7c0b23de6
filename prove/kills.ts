/**
 * The proof with real processes: posts go through the public API to networks that misbehave, while the service
 * and its database are killed at random moments. The networks' own log decides what was published.
 */
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiPost } from './client.ts';
import { ApiClient } from './client.ts';
import type { NetworksLog, NetworksReady } from './networks-process.ts';
import { Child } from './process.ts';
import type { Random } from './random.ts';
import { seedRandom } from './random.ts';

export interface KillsInput {
  seed: number;
  posts: number;
  channels: number;
  kills: number;
  faultRate: number;
}

export interface KillsReport {
  targets: number;
  published: number;
  failed: Record<string, number>;
  unsettled: number;
  lost: number;
  duplicated: number;
  /** Published though its deletion was confirmed. */
  undead: number;
  kills: number;
  latenessMs: { p50: number; p99: number; max: number };
}

interface Planned {
  text: string;
  at: Date;
  post: ApiPost;
  deleted: boolean;
}

const SETUP_TOKEN = 'proof-proof-proof-proof';

export async function proveByKills(input: KillsInput): Promise<KillsReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'belfry-proof-'));
  const log = openSync(join(dataDir, 'log'), 'a');
  const usernames = Array.from({ length: input.channels }, (_, index) => `bell_${index}`);
  const networks = new Child(join(import.meta.dirname, 'networks-process.ts'), {}, log);
  networks.send({ seed: input.seed, faultRate: input.faultRate, usernames });
  const { url } = await networks.message<NetworksReady>();
  const port = await freePort();
  const start = () =>
    new Child(
      join(import.meta.dirname, '../server/src/main.ts'),
      {
        PORT: String(port),
        DATA_DIR: join(dataDir, 'data'),
        NETWORK_ENDPOINTS: JSON.stringify({ sandbox: url }),
        BELFRY_SETUP_TOKEN: SETUP_TOKEN,
        RATE_LIMIT_READS: '0',
        RATE_LIMIT_WRITES: '0',
        LOG_LEVEL: 'warn',
      },
      log,
    );
  const service = { child: start(), start };
  const api = new ApiClient(`http://127.0.0.1:${port}`);
  try {
    await api.setUp(SETUP_TOKEN);
    const channels: number[] = [];
    for (const username of usernames) channels.push(await api.join(username));
    const random = seedRandom(input.seed);
    const [planned, kills] = await Promise.all([
      plan(api, input, channels, random),
      killAround(service, join(dataDir, 'data'), input.kills, seedRandom(input.seed + 1)),
    ]);
    networks.send('calm');
    await settle(api, planned);
    networks.send('log');
    return report(planned, await networks.message<NetworksLog>(), kills);
  } finally {
    await service.child.kill('SIGTERM');
    await networks.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Schedules posts a little ahead, one after the other, and deletes some again. */
async function plan(
  api: ApiClient,
  input: KillsInput,
  channels: number[],
  random: Random,
): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (let index = 0; index < input.posts; index += 1) {
    const at = new Date(Date.now() + 500 + random() * 2000);
    const text = `proof ${input.seed} #${index}.`;
    const post = await api.post(text, at, [channels[index % channels.length] as number]);
    const deleted = random() < 0.05 && (await api.delete(post.id));
    planned.push({ text, at, post, deleted });
    await sleep(random() * 40);
  }
  return planned;
}

/** Kills the service, or its database, at random moments, and starts the service again each time. */
async function killAround(
  service: { child: Child; start(): Child },
  dataDir: string,
  kills: number,
  random: Random,
): Promise<number> {
  for (let count = 0; count < kills; count += 1) {
    await sleep(300 + random() * 900);
    // A third each: the service, its database (which ends the service), and both at once.
    const die = random() * 3;
    const ends = die > 1 && killDatabase(dataDir);
    if (!ends || die > 2) await service.child.kill();
    await service.child.exited;
    service.child = service.start();
  }
  return kills;
}

/** True when it was up; the service ends by itself then. */
function killDatabase(dataDir: string): boolean {
  try {
    const [pid] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
    return process.kill(Number(pid), 'SIGKILL');
  } catch {
    return false;
  }
}

async function settle(api: ApiClient, planned: Planned[]): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (const entry of planned) {
    if (entry.deleted) continue;
    while (Date.now() < deadline) {
      entry.post = await api.get(entry.post.id);
      if (entry.post.status === 'published' || entry.post.status === 'failed') break;
      await sleep(100);
    }
  }
}

function report(planned: Planned[], log: NetworksLog, kills: number): KillsReport {
  const seen = Map.groupBy(log, ({ text }) => text);
  const count = (text: string) => seen.get(text)?.length ?? 0;
  const kept = planned.filter(({ deleted }) => !deleted);
  const published = kept.filter(({ post }) => post.status === 'published');
  const failed = kept.flatMap(({ post }) => post.targets.flatMap(({ error }) => error?.code ?? []));
  const late = published
    .flatMap(({ text, at }) => (seen.get(text) ?? []).map((entry) => Date.parse(entry.at) - at.getTime()))
    .sort((a, b) => a - b);
  const quantile = (q: number) => late[Math.min(late.length - 1, Math.floor(late.length * q))] ?? 0;
  return {
    targets: kept.length,
    published: published.length,
    failed: Object.fromEntries(
      [...Map.groupBy(failed, (code) => code)].map(([code, all]) => [code, all.length]),
    ),
    unsettled: kept.filter(({ post }) => post.status !== 'published' && post.status !== 'failed').length,
    lost: published.filter(({ text }) => count(text) === 0).length,
    duplicated: planned.filter(({ text }) => count(text) > 1).length,
    undead: planned.filter(({ deleted, text }) => deleted && count(text) > 0).length,
    kills,
    latenessMs: { p50: quantile(0.5), p99: quantile(0.99), max: late.at(-1) ?? 0 },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
