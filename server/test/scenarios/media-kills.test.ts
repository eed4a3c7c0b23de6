import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Random, seedRandom } from '../../../prove/random.ts';
import type { Config } from '../../src/config/index.ts';
import type { Db } from '../../src/db/database.ts';
import type { Files } from '../../src/files/files.ts';
import { clearAbandoned } from '../../src/files/incoming.ts';
import { openFiles } from '../../src/files/open.ts';
import type { S3Place } from '../../src/files/s3-url.ts';
import { verifyMedia } from '../../src/media/library/verify/verify.ts';
import { type Arrivals, openArrivals, PIECES, type Sent } from '../support/arrivals.ts';
import { type FakeS3, startFakeS3 } from '../support/fake-s3.ts';
import { holdInserts } from '../support/held.ts';
import { type Killable, prepareKillable } from '../support/killable.ts';

/** Kills at random moments, and also at each moment that random kills may miss. */
const RANDOM = 4;
const AIMED = 2;

let s3: FakeS3;
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'tests');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'tests');
  s3 = await startFakeS3();
});
afterAll(async () => {
  await s3.stop();
  vi.unstubAllEnvs();
});

const stores: [name: string, seed: number, make: () => Promise<S3Place | undefined>][] = [
  ['a disk', 1, async () => undefined],
  ['an S3-compatible store', 2, () => s3.makeBucket('media/')],
];

describe.each(stores)('on %s', (_, seed, makePlace) => {
  let place: S3Place | undefined;
  let arrivals: Arrivals;
  let service: Killable;
  let files: Files;
  beforeAll(async () => {
    arrivals = await openArrivals(seedRandom(seed));
    place = await makePlace();
    service = await prepareKillable({
      OUTBOUND_ALLOW: arrivals.host,
      ...(place && { STORAGE_URL: `s3://${place.bucket}/${place.prefix}?endpoint=${place.endpoint}` }),
    });
    files = await openFiles({ dataDir: service.dataDir, storageUrl: place });
  });
  afterAll(async () => {
    await service.close();
    await arrivals.close();
  });

  test('kills during uploads leave each file complete or absent, and no more than the clean-up removes', async () => {
    const phases = await killOften(service, arrivals, place && s3, seedRandom(seed));
    await service.start();
    const listed = await readLibrary(service);
    const sent = new Map(arrivals.sent.map((file) => [file.name, file]));
    expect(listed.filter((media) => !isWhole(media, sent.get(media.name)))).toEqual([]);
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
    const ids = new Set(listed.map(({ id }) => id));
    expect(arrivals.sent.filter(({ id }) => id !== undefined && !ids.has(id))).toEqual([]);

    const stored = await readStorage(files);
    for (const sha256 of stored.values()) if (phases.has(sha256)) phases.set(sha256, 'stored');
    for (const { sha256 } of listed) if (phases.has(sha256)) phases.set(sha256, 'in the library');
    const counts = countPhases(phases);
    console.info('how far the files had got that were cut off:', counts);
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(1);

    const halfDone = await files.clearHalfDone(new Date());
    if (place) expect(halfDone).toBeGreaterThan(0);
    await clearAbandoned(service.dataDir, 0);
    const report = await verifyMedia(
      { db: service.db, files, config: { dataDir: service.dataDir } as Config },
      { settled: 0 },
    );
    const named = await readNamed(service.db);
    expect(report).toMatchObject({ orphans_removed: stored.size - named.length, damaged: 0 });
    const keys = (await Array.fromAsync(files.list(''))).map(({ key }) => key);
    expect(keys.sort()).toEqual(named);
    expect(await listIncoming(service)).toEqual([]);
    expect(await files.clearHalfDone(new Date())).toBe(0);
  });
});

/** How far the upload of a file was when the service was killed. */
const order = ['not yet here', 'partly here', 'all here', 'stored', 'in the library'] as const;
type Phase = (typeof order)[number];

/** The files that were cut off, by their SHA-256. */
type Phases = Map<string, Phase>;

function countPhases(phases: Phases): Record<string, number> {
  const found = [...phases.values()];
  return Object.fromEntries(order.map((one) => [one, found.filter((phase) => phase === one).length]));
}

/** When to kill while uploads are running or stalled, and what to undo afterwards. */
interface Moment {
  stalled?: 'stalled';
  reached(): Promise<unknown>;
  undo?(): unknown;
}

/** Each time in a new process. */
async function killOften(
  service: Killable,
  arrivals: Arrivals,
  store: FakeS3 | undefined,
  random: Random,
): Promise<Phases> {
  await service.start();
  const longest = await arrivals.measure(service);
  await service.stop();
  const aimed = [stall, holdRow('release'), holdRow('breakOff'), ...(store ? [holdPart(store)] : [])];
  const moments = [
    ...Array.from({ length: RANDOM }, () => async () => ({ reached: () => pause(random() * longest) })),
    ...aimed.flatMap((moment) => Array.from({ length: AIMED }, () => moment)),
  ];
  const phases: Phases = new Map();
  for (const prepare of moments) {
    await service.start();
    await killOnce(service, arrivals, await prepare(service, arrivals), phases);
  }
  return phases;
}

/** Some files have not arrived, some in part, and some completely. */
async function stall(service: Killable, { sent }: Arrivals): Promise<Moment> {
  const left = new Set(await listIncoming(service));
  return {
    stalled: 'stalled',
    async reached() {
      for (let isReached = false; !isReached; await pause(20)) {
        const paths = (await listIncoming(service)).filter((path) => !left.has(path));
        const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
        const begun = sent.filter(({ stall, bytes }) => bytes && stall && stall.after > 0);
        const all = begun.filter(({ stall }) => stall?.after === PIECES);
        isReached =
          begun.length > 0 &&
          sizes.filter((size) => size > 0).length === begun.length &&
          all.every(({ size }) => sizes.includes(size));
      }
    },
  };
}

/** A file is stored, and its row is not stored yet. */
const holdRow = (end: 'release' | 'breakOff') => async (service: Killable) => {
  const held = await holdInserts(service.db, service.workspaceId);
  return { reached: held.untilWaiting, undo: held[end] };
};

/** A part of a file is stored, and the next one is in flight. */
const holdPart = (store: FakeS3) => async (): Promise<Moment> => {
  const begun = Promise.withResolvers<void>();
  store.spoil = ({ method, url }) => {
    const isLater = method === 'PUT' && url?.includes('partNumber=2') === true;
    if (isLater) begun.resolve();
    return isLater;
  };
  return {
    reached: () => begun.promise,
    undo() {
      store.spoil = undefined;
    },
  };
};

async function killOnce(
  service: Killable,
  arrivals: Arrivals,
  { stalled, reached, undo }: Moment,
  phases: Phases,
): Promise<void> {
  const ended = new AbortController();
  const left = new Set(await listIncoming(service));
  const sending = arrivals.keepSending(service, ended.signal, stalled);
  await Promise.race([reached(), sending]);
  ended.abort();
  await service.kill();
  const cut = await sending;
  await undo?.();
  const paths = (await listIncoming(service)).filter((path) => !left.has(path));
  const parts = await Promise.all(paths.map((path) => readFile(path)));
  for (const file of cut) {
    const at = parts.findIndex((part) => part.length > 0 && isStartOf(part, file));
    const [part] = at === -1 ? [] : parts.splice(at, 1);
    phases.set(file.sha256, phaseOf(part, file));
    file.bytes = undefined;
  }
}

function isStartOf(part: Buffer, { bytes }: Sent): boolean {
  return bytes?.subarray(0, part.length).equals(part) === true;
}

function phaseOf(part: Buffer | undefined, { size }: Sent): Phase {
  if (part === undefined) return 'not yet here';
  return part.length < size ? 'partly here' : 'all here';
}

async function listIncoming({ dataDir }: Killable): Promise<string[]> {
  const directory = join(dataDir, 'incoming');
  return (await readdir(directory).catch(() => [])).map((name) => join(directory, name));
}

interface Listed {
  id: number;
  name: string;
  size: number;
  url: string;
  /** Of the downloaded file. */
  sha256: string;
  bytes: number;
}

interface Page {
  data: Omit<Listed, 'sha256' | 'bytes'>[];
  links: { next: string | null };
  meta: { total: number };
}

/** All media that the API lists, each downloaded. */
async function readLibrary({ request, origin, key }: Killable): Promise<Listed[]> {
  const listed: Listed[] = [];
  let total = 0;
  for (let next: string | null = '/api/public/v1/media'; next !== null; ) {
    const { pathname, search }: URL = new URL(next, origin);
    const { data, links, meta } = (await request('GET', pathname + search)).body as Page;
    for (const media of data) listed.push({ ...media, ...(await download(`${origin}${media.url}`, key)) });
    next = links.next;
    total = meta.total;
  }
  expect(listed.length).toBe(total);
  return listed;
}

async function download(url: string, key: string): Promise<{ sha256: string; bytes: number }> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { sha256: hash(bytes), bytes: bytes.length };
}

function isWhole({ id, size, bytes, sha256 }: Listed, sent: Sent | undefined): boolean {
  const isIt = sent !== undefined && (sent.id === undefined || sent.id === id);
  return isIt && size === sent.size && bytes === sent.size && sha256 === sent.sha256;
}

/** The SHA-256 of each stored file, by its key. */
async function readStorage(files: Files): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { key } of files.list('')) found.set(key, hash(await buffer(await files.read(key))));
  return found;
}

/** The storage keys of media and their renditions. */
async function readNamed(db: Db): Promise<string[]> {
  const rows = await db.rows<{ storage_key: string }>(
    'select storage_key from media union select storage_key from renditions where storage_key is not null',
  );
  return rows.map(({ storage_key }) => storage_key).sort();
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
