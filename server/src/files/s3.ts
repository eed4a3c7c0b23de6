/** Media in an S3-compatible store. Only imported where one is set: the client costs memory. */
import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  type Files,
  isKey,
  NoSuchFile,
  StorageFull,
  StorageUnavailable,
  type StoredFile,
} from './files.ts';
import type { S3Place } from './s3-url.ts';

interface Store {
  client: S3Client;
  bucket: string;
  prefix: string;
}

/** Keys and their secrets come from where the SDK always looks: AWS_ACCESS_KEY_ID, a profile, the machine's role. */
export function openS3(place: S3Place): Files {
  const store = { client: new S3Client(configure(place)), bucket: place.bucket, prefix: place.prefix };
  return {
    adopt: (key, path, signal) => adopt(store, key, path, signal).catch(sayAway),
    find: (key) => find(store, key).catch(sayAway),
    read: (key, range) => read(store, key, range).catch(sayAway),
    remove: (key) => remove(store, key).catch(sayAway),
    list: (prefix) => list(store, prefix),
    clearHalfDone: (before) => abortUploads(store, before),
  };
}

function configure({ endpoint, region }: S3Place): S3ClientConfig {
  const config: S3ClientConfig = {
    // An answer begins within a minute, or the next try asks; how long the bytes take is up to who reads them.
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  };
  if (endpoint === undefined) return region === undefined ? config : { ...config, region };
  return {
    ...config,
    endpoint,
    // Stores of one machine have one region, whose name they do not look at.
    region: region ?? 'us-east-1',
    forcePathStyle: true,
    // Some compatible stores refuse the checksums that Amazon's takes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

function at(store: Store, key: string): { Bucket: string; Key: string } {
  checkKey(key);
  return { Bucket: store.bucket, Key: store.prefix + key };
}

/** Two parts at a time are in memory. */
const partBytes = 8 * 1024 * 1024;
/** A store takes 10,000 parts of a file: larger files than 78 GiB have larger parts. */
const MOST_PARTS = 10_000;

/** The store shows an object when its last part is completed, not before; parts of a failed upload are aborted. */
async function adopt(store: Store, key: string, path: string, signal?: AbortSignal): Promise<void> {
  const where = at(store, key);
  const { size } = await stat(path);
  signal?.throwIfAborted();
  const body = createReadStream(path);
  try {
    const upload = new Upload({
      client: store.client,
      params: { ...where, Body: body },
      partSize: Math.max(partBytes, Math.ceil(size / MOST_PARTS)),
      queueSize: 2,
      leavePartsOnError: false,
    });
    signal?.addEventListener('abort', () => void upload.abort(), { once: true });
    await upload.done();
  } catch (error) {
    throw isFull(error) ? new StorageFull(`There is no room for ${key}.`, { cause: error }) : error;
  } finally {
    body.destroy();
  }
  await unlink(path);
}

async function find(store: Store, key: string): Promise<StoredFile | undefined> {
  try {
    const found = await store.client.send(new HeadObjectCommand(at(store, key)));
    return { key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
  } catch (error) {
    // A bucket that is not there says NotFound to HEAD too, but never to the requests that bring files.
    if (isNamed(error, 'NotFound', 'NoSuchKey')) return undefined;
    throw error;
  }
}

async function read(store: Store, key: string, range?: ByteRange): Promise<Readable> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  try {
    const { Body } = await store.client.send(new GetObjectCommand({ ...at(store, key), Range }));
    if (Body instanceof Readable) return Body;
  } catch (error) {
    if (isNamed(error, 'NoSuchKey')) throw new NoSuchFile(key);
    if (isNamed(error, 'InvalidRange')) throw new RangeError(`${key} has no byte ${range?.start}.`);
    throw error;
  }
  throw new Error(`The store answered without the bytes of ${key}.`);
}

async function remove(store: Store, key: string): Promise<void> {
  await store.client.send(new DeleteObjectCommand(at(store, key)));
}

async function* list(store: Store, prefix: string): AsyncIterable<StoredFile> {
  checkPrefix(prefix);
  const { client, bucket } = store;
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: store.prefix + prefix });
  for await (const page of sayingAway(pages)) {
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      const key = Key.slice(store.prefix.length);
      // What others keep in the bucket is not ours.
      if (isKey(key)) yield { key, size: Size, modifiedAt: LastModified };
    }
  }
}

async function abortUploads(store: Store, before: Date): Promise<number> {
  let count = 0;
  try {
    for await (const { Key = '', UploadId, Initiated = before } of uploadsOf(store)) {
      if (!isKey(Key.slice(store.prefix.length)) || Initiated >= before) continue;
      await abortUpload(store, Key, UploadId);
      count += 1;
    }
  } catch (error) {
    // Some compatible stores cannot list uploads, and clear them away by themselves.
    if (!isNamed(error, 'NotImplemented')) throw error;
  }
  return count;
}

async function* uploadsOf({ client, bucket, prefix }: Store): AsyncIterable<MultipartUpload> {
  const where = { Bucket: bucket, Prefix: prefix };
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const next = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
    page = await client.send(new ListMultipartUploadsCommand({ ...where, ...next }));
    yield* page.Uploads ?? [];
  } while (page.IsTruncated === true);
}

async function abortUpload(store: Store, Key: string, UploadId: string | undefined): Promise<void> {
  try {
    await store.client.send(new AbortMultipartUploadCommand({ Bucket: store.bucket, Key, UploadId }));
  } catch (error) {
    // Its own process came to an end with it after all.
    if (!isNamed(error, 'NoSuchUpload')) throw error;
  }
}

async function* sayingAway<T>(pages: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* pages;
  } catch (error) {
    sayAway(error);
  }
}

/** No answer at all, an error of the store's own, or its wish to be asked less: after the client's own retries. */
function sayAway(error: unknown): never {
  const isAnswer = error instanceof S3ServiceException;
  const status = isAnswer ? error.$metadata.httpStatusCode : undefined;
  const isAway = isAnswer ? status === undefined || status >= 500 || status === 429 : isNetworkError(error);
  if (!isAway) throw error;
  throw new StorageUnavailable('The storage of media does not answer.', { cause: error });
}

/** What Node and the client say when no answer came. */
function isNetworkError(error: unknown): boolean {
  const { name, code, syscall } = error as { name?: string; code?: string; syscall?: string };
  if (name === 'TimeoutError' || code === 'ECONNRESET' || code === 'EPIPE') return true;
  return syscall === 'connect' || syscall === 'getaddrinfo';
}

/** Amazon's is never full; these are MinIO's and Ceph's words, and WebDAV's status, for a quota or a disk. */
function isFull(error: unknown): boolean {
  if (isNamed(error, 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded')) return true;
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 507;
}

function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}
