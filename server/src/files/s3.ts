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
  ListObjectsV2Command,
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
  isKey,
  NoSuchFile,
  reasonOf,
  StorageFull,
  StorageUnavailable,
  type Store,
  type StoredFile,
} from './files.ts';
import { LIMITS } from './limits.ts';
import type { S3Place } from './s3-url.ts';

interface Bucket {
  client: S3Client;
  /** Gives up on a connection on which nothing moves: an upload may take as long as its bytes need. */
  uploads: S3Client;
  bucket: string;
  prefix: string;
  place: string;
}

/**
 * Keys and their secrets come from where the SDK always looks: AWS_ACCESS_KEY_ID, a profile, the machine's role.
 * `idle`: milliseconds without a byte after which an upload has failed.
 */
export function openS3(place: S3Place, { idle }: { idle: number } = LIMITS): Store {
  const name = nameOf(place);
  const store = { ...openClients(place, idle), bucket: place.bucket, prefix: place.prefix, place: name };
  const sayAway = (error: unknown) => refuse(name, error);
  return {
    place: name,
    adopt: (key, path, signal) =>
      adopt(store, key, path, signal).catch((error: unknown) => {
        throw signal?.aborted ? error : sayAway(error);
      }),
    find: async (key, signal) => find(store, key, signal).catch(sayAway),
    read: async (key, range, signal) => read(store, key, range, signal).catch(sayAway),
    remove: async (key, signal) => remove(store, key, signal).catch(sayAway),
    list: (prefix, signal) => list(store, prefix, signal),
    clearHalfDone: (before) => abortUploads(store, before).catch(sayAway),
    check: (signal) => check(store, signal).catch(sayAway),
  };
}

function nameOf({ endpoint, bucket, region }: S3Place): string {
  return `${endpoint ?? `Amazon S3${region === undefined ? '' : ` in ${region}`}`}, bucket ${bucket}`;
}

/** Milliseconds. */
const CONNECT = 5000;

function openClients(place: S3Place, idle: number): Pick<Bucket, 'client' | 'uploads'> {
  const config = configure(place);
  // Of a file that is read, the bytes take as long as the reader does: no limit here counts them.
  const client = new S3Client({ ...config, requestHandler: { connectionTimeout: CONNECT } });
  const uploads = new S3Client({
    ...config,
    requestHandler: { connectionTimeout: CONNECT, socketTimeout: idle },
  });
  uploads.middlewareStack.add(
    (next) => (args) => next(args).catch((error) => endStalled(nameOf(place), error)),
    {
      name: 'endStalled',
      step: 'finalizeRequest',
      priority: 'low',
    },
  );
  return { client, uploads };
}

/** Told as it is, it would be tried twice again. */
function endStalled(place: string, error: unknown): never {
  if ((error as Error).name !== 'TimeoutError') throw error;
  throw new StorageUnavailable(place, `TimeoutError (${(error as Error).message})`);
}

function configure({ endpoint, region }: S3Place): S3ClientConfig {
  const config: S3ClientConfig = {};
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

function at(store: Bucket, key: string): { Bucket: string; Key: string } {
  checkKey(key);
  return { Bucket: store.bucket, Key: store.prefix + key };
}

/** The least that a store takes. Two parts at a time are in memory, and each is hashed in one turn of the event loop. */
const partBytes = 5 * 1024 * 1024;
/** A store takes 10,000 parts of a file: larger files than 48 GiB have larger parts. */
const MOST_PARTS = 10_000;

/** The store shows an object when its last part is completed, not before; parts of a failed upload are aborted. */
async function adopt(store: Bucket, key: string, path: string, signal?: AbortSignal): Promise<void> {
  const where = at(store, key);
  const { size } = await stat(path);
  signal?.throwIfAborted();
  const body = createReadStream(path);
  try {
    const upload = new Upload({
      client: store.uploads,
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

async function find(store: Bucket, key: string, signal?: AbortSignal): Promise<StoredFile | undefined> {
  try {
    const found = await store.client.send(new HeadObjectCommand(at(store, key)), aborted(signal));
    return { key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
  } catch (error) {
    if (!isNamed(error, 'NotFound', 'NoSuchKey')) throw error;
    // HEAD answers the same when the bucket is not there.
    await check(store, signal);
    return undefined;
  }
}

function aborted(signal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal };
}

async function read(store: Bucket, key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  try {
    const command = new GetObjectCommand({ ...at(store, key), Range });
    const { Body } = await store.client.send(command, aborted(signal));
    if (Body instanceof Readable) return Body;
  } catch (error) {
    if (isNamed(error, 'NoSuchKey')) throw new NoSuchFile(key);
    if (isNamed(error, 'InvalidRange')) throw new RangeError(`${key} has no byte ${range?.start}.`);
    throw error;
  }
  throw new Error(`The store answered without the bytes of ${key}.`);
}

async function remove(store: Bucket, key: string, signal?: AbortSignal): Promise<void> {
  await store.client.send(new DeleteObjectCommand(at(store, key)), aborted(signal));
}

async function check({ client, bucket, prefix }: Bucket, signal?: AbortSignal): Promise<void> {
  const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 });
  await client.send(command, aborted(signal));
}

async function* list(store: Bucket, prefix: string, signal?: AbortSignal): AsyncIterable<StoredFile> {
  checkPrefix(prefix);
  const { client, bucket } = store;
  const where = { Bucket: bucket, Prefix: store.prefix + prefix };
  const pages = paginateListObjectsV2({ client }, where, aborted(signal));
  for await (const page of sayingAway(pages, store.place)) {
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      const key = Key.slice(store.prefix.length);
      // What others keep in the bucket is not ours.
      if (isKey(key)) yield { key, size: Size, modifiedAt: LastModified };
    }
  }
}

async function abortUploads(store: Bucket, before: Date): Promise<number> {
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

async function* uploadsOf({ client, bucket, prefix }: Bucket): AsyncIterable<MultipartUpload> {
  const where = { Bucket: bucket, Prefix: prefix };
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const next = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
    page = await client.send(new ListMultipartUploadsCommand({ ...where, ...next }), soon());
    yield* page.Uploads ?? [];
  } while (page.IsTruncated === true);
}

/** Of calls that come one after another, each has its own time. */
function soon(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(LIMITS.call) };
}

async function abortUpload(store: Bucket, Key: string, UploadId: string | undefined): Promise<void> {
  try {
    const upload = { Bucket: store.bucket, Key, UploadId };
    await store.client.send(new AbortMultipartUploadCommand(upload), soon());
  } catch (error) {
    // Its own process came to an end with it after all.
    if (!isNamed(error, 'NoSuchUpload')) throw error;
  }
}

async function* sayingAway<T>(pages: AsyncIterable<T>, place: string): AsyncIterable<T> {
  try {
    yield* pages;
  } catch (error) {
    refuse(place, error);
  }
}

/**
 * Whatever the store or the way to it says, after the client's own retries: it is away, or does not take us as it is
 * set. What is left is of this machine: a file that is not there, no room, a key that is none.
 */
function refuse(place: string, error: unknown): never {
  const isOurs = [StorageUnavailable, NoSuchFile, StorageFull, TypeError, RangeError].some(
    (ours) => error instanceof ours,
  );
  const { path } = error as { path?: unknown };
  if (isOurs || path !== undefined) throw error;
  throw new StorageUnavailable(place, reasonOf(error), { cause: error });
}

/** Amazon's is never full; these are MinIO's and Ceph's words, and WebDAV's status, for a quota or a disk. */
function isFull(error: unknown): boolean {
  if (isNamed(error, 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded')) return true;
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 507;
}

function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}
