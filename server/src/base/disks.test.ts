import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config/index.ts';
import { type Disk, describeFree, listNearlyFull, readDisks } from './disks.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'belfry-disks-'));
afterAll(() => rm(dataDir, { recursive: true }));

const disk = (path: string, device: number, gigabytes: number): Disk => ({
  holds: 'data',
  path,
  device,
  free: gigabytes * 1e9,
});

test('a disk with less than 2 GB is nearly full, and is named once for all its directories', () => {
  const fullest = disk('/srv/media', 2, 0.3);
  const full = disk('/srv', 1, 1.999);
  const disks = [disk('/big', 3, 2), full, fullest, disk('/srv/postgres', 1, 1.999)];
  expect(listNearlyFull(disks)).toEqual([fullest, full]);
  expect(describeFree(full)).toBe('2.0 GB are free in /srv.');
  expect(describeFree(fullest)).toBe('0.3 GB are free in /srv/media.');
});

test('the disks are those of the data directory, of the embedded database, and of media on the disk', async () => {
  const own = { dataDir, databaseUrl: undefined, storageUrl: undefined };
  const held = async (config: Parameters<typeof readDisks>[0]) =>
    (await readDisks(config)).map(({ holds }) => holds);
  expect(await held(own)).toEqual(['data']);
  await mkdir(join(dataDir, 'postgres'));
  await symlink('/proc', join(dataDir, 'media'));
  const disks = await readDisks(own);
  expect(disks.map(({ holds }) => holds)).toEqual(['data', 'database', 'media']);
  const [data, database, media] = disks;
  expect(database?.device).toBe(data?.device);
  expect(database?.free).toBeGreaterThan(0);
  expect(media?.device).not.toBe(data?.device);
  expect(await held({ ...own, databaseUrl: 'postgres://db/x' })).toEqual(['data', 'media']);
  const store = readConfig({ STORAGE_URL: 's3://bucket?region=main' }, []).storageUrl;
  expect(await held({ ...own, storageUrl: store })).toEqual(['data', 'database']);
  expect(await held({ ...own, dataDir: join(dataDir, 'nowhere') })).toEqual([]);
});
