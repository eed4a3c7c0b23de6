import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeS3, startFakeS3 } from '../../test/support/fake-s3.ts';
import { type ByteRange, type Files, isKey, NoSuchFile } from './files.ts';
import { openFiles } from './open.ts';
import type { S3Place } from './s3-url.ts';

let directory: string;
let s3: FakeS3;
let place: S3Place;

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'tests');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'tests');
  s3 = await startFakeS3();
});

afterAll(async () => {
  await s3.stop();
  vi.unstubAllEnvs();
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'files-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

async function makeFile(bytes: Uint8Array | string): Promise<string> {
  const path = join(directory, randomBytes(6).toString('hex'));
  await writeFile(path, bytes);
  return path;
}

async function put(files: Files, key: string, bytes: Uint8Array | string): Promise<void> {
  await files.adopt(key, await makeFile(bytes));
}

async function bytesOf(files: Files, key: string, range?: ByteRange): Promise<Buffer> {
  return buffer(await files.read(key, range));
}

async function textOf(files: Files, key: string, range?: ByteRange): Promise<string> {
  return (await bytesOf(files, key, range)).toString();
}

async function keysOf(files: Files, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(prefix)) keys.push(key);
  return keys.sort();
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

const stores = {
  disk: () => openFiles({ dataDir: directory, storageUrl: undefined }),
  async s3() {
    place = await s3.makeBucket('belfry/');
    return openFiles({ dataDir: directory, storageUrl: place });
  },
};

/** Leaves the same files as a process that is killed during an upload. */
const leaveHalf = {
  async disk(key: string) {
    const drafts = join(directory, 'media/.drafts');
    await mkdir(drafts, { recursive: true });
    await writeFile(join(drafts, key.replace('/', '~')), 'half');
  },
  async s3(key: string) {
    const client = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true });
    const where = { Bucket: place.bucket, Key: place.prefix + key };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(where));
    await client.send(new UploadPartCommand({ ...where, UploadId, PartNumber: 1, Body: 'half' }));
    client.destroy();
  },
};

describe.each(['disk', 's3'] as const)('files on %s', (store) => {
  let files: Files;
  beforeEach(async () => {
    files = await stores[store]();
  });

  it('adopts a file, finds it and reads it', async () => {
    const path = await makeFile('a cat');
    const before = Date.now();
    await files.adopt('ab12.png', path);
    expect(await isThere(path)).toBe(false);
    expect(await textOf(files, 'ab12.png')).toBe('a cat');
    const found = await files.find('ab12.png');
    expect(found).toEqual({ key: 'ab12.png', size: 5, modifiedAt: expect.any(Date) });
    expect(Math.abs(before - Number(found?.modifiedAt))).toBeLessThan(10_000);
  });

  it('adopts an empty file', async () => {
    await put(files, 'empty', '');
    expect(await textOf(files, 'empty')).toBe('');
    expect(await files.find('empty')).toMatchObject({ size: 0 });
  });

  it.each<[ByteRange, string]>([
    [{ start: 0, end: 0 }, '0'],
    [{ start: 3, end: 5 }, '345'],
    [{ start: 9, end: 9 }, '9'],
    [{ start: 8, end: 20 }, '89'],
  ])('reads the part %o', async (range, part) => {
    await put(files, 'digits', '0123456789');
    expect(await textOf(files, 'digits', range)).toBe(part);
  });

  it('refuses a part after the end', async () => {
    await put(files, 'digits', '0123456789');
    await expect(files.read('digits', { start: 10, end: 11 })).rejects.toThrow(
      new RangeError('digits has no byte 10.'),
    );
  });

  it('stores 20 MB unchanged, and reads parts of them', async () => {
    const bytes = randomBytes(20_000_000);
    await put(files, 'video.mp4', bytes);
    expect(bytes.equals(await bytesOf(files, 'video.mp4'))).toBe(true);
    const part = await bytesOf(files, 'video.mp4', { start: 8_388_600, end: 8_388_700 });
    expect(part.equals(bytes.subarray(8_388_600, 8_388_701))).toBe(true);
  });

  it('reports that a file does not exist', async () => {
    expect(await files.find('nowhere')).toBeUndefined();
    const missing = files.read('nowhere');
    await expect(missing).rejects.toThrow(new NoSuchFile('nowhere'));
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.read('nowhere', { start: 0, end: 1 })).rejects.toThrow(NoSuchFile);
    expect(await keysOf(files)).toEqual([]);
  });

  it('removes a file, also one that does not exist', async () => {
    await put(files, 'ab12', 'x');
    await put(files, 'ab13', 'y');
    await files.remove('ab12');
    await files.remove('ab12');
    expect([await files.find('ab12'), await keysOf(files)]).toEqual([undefined, ['ab13']]);
  });

  it('lists only the files whose keys begin with a prefix', async () => {
    const keys = ['a', 'a/b', 'a/b/c.png', 'ab', 'b/a', 'thumbs/ab12.webp', 'thumbs2/ab12.webp'];
    for (const key of keys) await put(files, key, key);
    expect(await keysOf(files)).toEqual(keys);
    expect(await keysOf(files, 'a')).toEqual(['a', 'a/b', 'a/b/c.png', 'ab']);
    expect(await keysOf(files, 'a/')).toEqual(['a/b', 'a/b/c.png']);
    expect(await keysOf(files, 'thumbs/')).toEqual(['thumbs/ab12.webp']);
    expect(await keysOf(files, 'c')).toEqual([]);
    for (const key of keys) expect(await textOf(files, key)).toBe(key);
    for await (const { key, size, modifiedAt } of files.list('')) {
      const found = await files.find(key);
      expect(size).toBe(found?.size);
      // S3 rounds to whole seconds for one file, but not in a list.
      expect(Math.abs(Number(modifiedAt) - Number(found?.modifiedAt))).toBeLessThan(1000);
    }
  });

  it('stores one complete file when several are adopted under one key', async () => {
    const bodies = Array.from({ length: 8 }, (_, at) => Buffer.alloc(100_000 + at * 50_000, `${at}`));
    const paths = await Promise.all(bodies.map(makeFile));
    await Promise.all(paths.map((path) => files.adopt('same', path)));
    const kept = await bytesOf(files, 'same');
    expect(bodies.some((body) => body.equals(kept))).toBe(true);
    expect(await Promise.all(paths.map(isThere))).toEqual(paths.map(() => false));
    expect(await keysOf(files)).toEqual(['same']);
  });

  it('lets a reader finish a file that another one replaces', async () => {
    await put(files, 'same', 'old');
    const reader = await files.read('same');
    await put(files, 'same', 'newer');
    expect((await buffer(reader)).toString()).toBe('old');
    expect(await textOf(files, 'same')).toBe('newer');
  });

  it('stores no file when the local file does not exist', async () => {
    await expect(files.adopt('ab12', join(directory, 'gone'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect([await files.find('ab12'), await keysOf(files)]).toEqual([undefined, []]);
  });

  it('removes only half-done uploads from before a moment', async () => {
    await put(files, 'ab12', 'whole');
    const names = ['ab13', 'ab14', 'ab15', 'thumbs/ab13'];
    for (const name of names) await leaveHalf[store](name);
    expect(await files.clearHalfDone(new Date(Date.now() - 60_000))).toBe(0);
    expect(await files.clearHalfDone(new Date(Date.now() + 60_000))).toBe(names.length);
    expect(await files.clearHalfDone(new Date(Date.now() + 60_000))).toBe(0);
    expect([await keysOf(files), await textOf(files, 'ab12')]).toEqual([['ab12'], 'whole']);
  });

  it('has no half-done uploads before the first file', async () => {
    expect(await files.clearHalfDone(new Date())).toBe(0);
  });

  it.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', 'a..b', '.a', 'a/.b', 'A', 'a~b', 'a b', 'ä', 'a\0'])(
    'refuses %j, which is no key',
    async (key) => {
      const path = await makeFile('x');
      const tries = [
        () => files.adopt(key, path),
        async () => files.find(key),
        async () => files.read(key),
        async () => files.remove(key),
      ];
      for (const one of tries) await expect((async () => one())()).rejects.toThrow(TypeError);
      expect(await readFile(path, 'utf8')).toBe('x');
    },
  );

  it('refuses a malformed prefix', async () => {
    await expect(keysOf(files, '*')).rejects.toThrow(TypeError);
  });
});

describe('a key', () => {
  it('is at most 200 characters long', () => {
    expect([isKey('a'.repeat(200)), isKey('a'.repeat(201))]).toEqual([true, false]);
  });
});
