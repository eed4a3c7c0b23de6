import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeS3, startFakeS3 } from '../../test/support/fake-s3.ts';
import { StorageFull, type Store } from './files.ts';
import { openS3 } from './s3.ts';
import { parseS3Url, type S3Place } from './s3-url.ts';

let directory: string;
let s3: FakeS3;
let place: S3Place;
let files: Store;

beforeAll(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'tests');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'tests');
});
afterAll(() => vi.unstubAllEnvs());

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 's3-'));
  s3 = await startFakeS3();
  place = await s3.makeBucket('belfry/');
  files = openS3(place);
});
afterEach(async () => {
  await s3.stop();
  await rm(directory, { recursive: true });
});

async function makeFile(bytes: Uint8Array | string): Promise<string> {
  const path = join(directory, 'incoming');
  await writeFile(path, bytes);
  return path;
}

async function keysOf(one: Store, prefix = ''): Promise<string[]> {
  return (await Array.fromAsync(one.list(prefix))).map(({ key }) => key).sort();
}

function answer(response: ServerResponse, status: number, code: string): true {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
  return true;
}

const videoBytes = 20_000_000;

describe('an upload', () => {
  it('is sent in parts, signed, below the prefix', async () => {
    let signature: string | undefined;
    s3.spoil = (request) => {
      signature = request.headers.authorization;
      return false;
    };
    await files.adopt('video.mp4', await makeFile(new Uint8Array(videoBytes)));
    expect(s3.requests.map((one) => one.replace(/uploadId=[^&]+/, 'uploadId=1')).sort()).toEqual([
      'POST /bucket-1/belfry/video.mp4?uploadId=1',
      'POST /bucket-1/belfry/video.mp4?uploads=',
      'PUT /bucket-1/belfry/video.mp4?partNumber=1&uploadId=1&x-id=UploadPart',
      'PUT /bucket-1/belfry/video.mp4?partNumber=2&uploadId=1&x-id=UploadPart',
      'PUT /bucket-1/belfry/video.mp4?partNumber=3&uploadId=1&x-id=UploadPart',
      'PUT /bucket-1/belfry/video.mp4?partNumber=4&uploadId=1&x-id=UploadPart',
    ]);
    expect(signature).toMatch(/^AWS4-HMAC-SHA256 Credential=tests\/\d+\/us-east-1\/s3\//);
  });

  it('that breaks off is aborted, stores no object, and leaves the file to the caller', async () => {
    s3.spoil = ({ url }, response) => {
      const isLast = url?.includes('partNumber=3') === true;
      if (isLast) response.destroy();
      return isLast;
    };
    const path = await makeFile(new Uint8Array(videoBytes));
    await expect(files.adopt('video.mp4', path)).rejects.toThrow();
    expect((await stat(path)).size).toBe(videoBytes);
    expect([await files.find('video.mp4'), await keysOf(files)]).toEqual([undefined, []]);
    expect(s3.requests.filter((one) => one.startsWith('DELETE ') && one.includes('uploadId='))).toHaveLength(
      1,
    );
  });

  it('that its caller aborts is removed, and leaves the file to the caller', async () => {
    const ending = new AbortController();
    s3.spoil = ({ url }) => {
      const isLast = url?.includes('partNumber=3') === true;
      if (isLast) ending.abort();
      return isLast;
    };
    const path = await makeFile(new Uint8Array(videoBytes));
    await expect(files.adopt('video.mp4', path, ending.signal)).rejects.toThrow();
    expect((await stat(path)).size).toBe(videoBytes);
    expect(await files.find('video.mp4')).toBeUndefined();
  });

  it('to a store that becomes unavailable fails, and leaves the file to the caller', async () => {
    s3.spoil = ({ url }) => {
      if (url?.includes('partNumber=2')) void s3.stop();
      return false;
    };
    const path = await makeFile(new Uint8Array(videoBytes));
    await expect(files.adopt('video.mp4', path)).rejects.toThrow();
    expect((await stat(path)).size).toBe(videoBytes);
  });

  it('of a killed process stores no object', async () => {
    const client = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true });
    const where = { Bucket: place.bucket, Key: 'belfry/video.mp4' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(where));
    await client.send(new UploadPartCommand({ ...where, UploadId, PartNumber: 1, Body: 'half' }));
    expect([await files.find('video.mp4'), await keysOf(files)]).toEqual([undefined, []]);
  });

  it.each([
    [507, 'InsufficientStorage'],
    [507, 'XMinioStorageFull'],
    [400, 'XMinioAdminBucketQuotaExceeded'],
    [403, 'QuotaExceeded'],
  ])('to a store that answers %i %s finds it full', async (status, code) => {
    s3.spoil = ({ method }, response) => method === 'PUT' && answer(response, status, code);
    const path = await makeFile('x');
    await expect(files.adopt('ab12', path)).rejects.toThrow(new StorageFull('There is no room for ab12.'));
    expect(await readFile(path, 'utf8')).toBe('x');
  });
});

describe('a store', () => {
  it.each(['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'])(
    'that refuses with %s is unavailable, and the error names the reason and the store',
    async (code) => {
      s3.spoil = (_request, response) => answer(response, 403, code);
      const fault = {
        name: 'StorageUnavailable',
        place: `${s3.endpoint}, bucket ${place.bucket}`,
        reason: code,
      };
      const path = await makeFile('x');
      await expect(files.check()).rejects.toMatchObject(fault);
      await expect(files.adopt('ab12', path)).rejects.toMatchObject(fault);
      expect(await readFile(path, 'utf8')).toBe('x');
    },
  );

  it('without its bucket is unavailable, also when a missing file is looked up', async () => {
    const lost = openS3({ ...place, bucket: 'elsewhere' });
    for (const ask of [() => lost.check(), () => lost.find('ab12'), () => lost.read('ab12')]) {
      await expect(ask()).rejects.toMatchObject({ name: 'StorageUnavailable', reason: 'NoSuchBucket' });
    }
  });

  it('that stalls fails an upload, which is not retried', async () => {
    const patient = openS3(place, { idle: 50 });
    s3.spoil = ({ method }) => method === 'PUT';
    const path = await makeFile('x');
    await expect(patient.adopt('ab12', path)).rejects.toMatchObject({
      name: 'StorageUnavailable',
      reason: expect.stringContaining('TimeoutError'),
    });
    expect(s3.requests).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toBe('x');
  });

  it('that refuses a call is unavailable, rather than without the file', async () => {
    s3.spoil = (_request, response) => answer(response, 403, 'AccessDenied');
    const tries = [
      () => files.find('ab12'),
      () => files.read('ab12'),
      () => files.remove('ab12'),
      () => keysOf(files),
    ];
    for (const one of tries)
      await expect(one()).rejects.toMatchObject({ cause: { $metadata: { httpStatusCode: 403 } } });
  });

  it('that breaks off in the middle of a file fails the read', async () => {
    await files.adopt('ab12', await makeFile('0123456789'));
    s3.spoil = (_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('01234', () => response.destroy());
      return true;
    };
    await expect(buffer(await files.read('ab12'))).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('is listed to the end, page by page', async () => {
    for (let at = 0; at < 1005; at += 1) {
      await fetch(`${s3.endpoint}/${place.bucket}/belfry/file-${at}`, { method: 'PUT', body: 'x' });
    }
    s3.requests = [];
    expect(await keysOf(files)).toHaveLength(1005);
    expect(s3.requests).toHaveLength(2);
  });

  it('separates two installations in one bucket, and files of others', async () => {
    const neighbour = openS3({ ...place, prefix: 'belfry-2/' });
    await files.adopt('ab12', await makeFile('mine'));
    await neighbour.adopt('ab12', await makeFile('theirs'));
    for (const key of ['readme.txt', 'belfry/Not Ours']) {
      await fetch(`${s3.endpoint}/${place.bucket}/${encodeURI(key)}`, { method: 'PUT', body: 'x' });
    }
    await neighbour.remove('ab13');
    expect([await keysOf(files), await keysOf(neighbour)]).toEqual([['ab12'], ['ab12']]);
    expect(await text(await files.read('ab12'))).toBe('mine');
    await files.remove('ab12');
    expect([await keysOf(files), await keysOf(neighbour)]).toEqual([[], ['ab12']]);
  });

  it('leaves the half-done uploads of others alone', async () => {
    const client = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true });
    for (const Key of ['video.mp4', 'belfry/Not Ours', 'belfry-2/video.mp4']) {
      await client.send(new CreateMultipartUploadCommand({ Bucket: place.bucket, Key }));
    }
    const later = new Date(Date.now() + 60_000);
    expect(await files.clearHalfDone(later)).toBe(0);
    expect(await openS3({ ...place, prefix: 'belfry-2/' }).clearHalfDone(later)).toBe(1);
  });
});

describe('a store that cannot list its uploads', () => {
  it('reports none that are half done, but a refusal is an error', async () => {
    s3.spoil = (_request, response) => answer(response, 501, 'NotImplemented');
    expect(await files.clearHalfDone(new Date())).toBe(0);
    s3.spoil = (_request, response) => answer(response, 403, 'AccessDenied');
    await expect(files.clearHalfDone(new Date())).rejects.toMatchObject({ reason: 'AccessDenied' });
  });
});

describe('an address of a store', () => {
  it.each<[string, S3Place]>([
    ['s3://media', { bucket: 'media', prefix: '', endpoint: undefined, region: undefined }],
    ['s3://media/', { bucket: 'media', prefix: '', endpoint: undefined, region: undefined }],
    ['s3://media/a/b/', { bucket: 'media', prefix: 'a/b/', endpoint: undefined, region: undefined }],
    [
      's3://media/A_b?region=eu-central-1&endpoint=https://s3.example:9000/',
      { bucket: 'media', prefix: 'A_b/', endpoint: 'https://s3.example:9000/', region: 'eu-central-1' },
    ],
  ])('%s is read', (url, expected) => {
    expect(parseS3Url(url)).toEqual(expected);
  });

  it.each([
    '',
    'media',
    'https://media',
    's3:media',
    's3:///media',
    's3://Media',
    's3://m_b/x',
    's3://media:1/x',
  ])('%j is refused', (url) => {
    expect(parseS3Url(url)).toEqual(expect.any(String));
  });
});
