/** Stores media in an S3-compatible store. Imported only if one is configured, because the client costs memory. */
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
  /** Times out when a connection is idle. The whole upload has no timeout, as large files take long. */
  uploads: S3Client;
  bucket: string;
  prefix: string;
  place: string;
}

/**
 * The SDK finds the credentials in its usual places: AWS_ACCESS_KEY_ID, a profile or the machine's role.
 * `idle`: milliseconds without a byte until an upload fails.
 */
export function openS3(place: S3Place, { idle }: { idle: number } = LIMITS): Store {
  const name = nameOf(place);
  const store = { ...openClients(place, idle), bucket: place.bucket, prefix: place.prefix, place: name };
  const onError = (error: unknown) => throwUnavailable(name, error);
  return {
    place: name,
    adopt: (key, path, signal) =>
      adopt(store, key, path, signal).catch((error: unknown) => {
        throw signal?.aborted ? error : onError(error);
      }),
    find: async (key, signal) => find(store, key, signal).catch(onError),
    read: async (key, range, signal) => read(store, key, range, signal).catch(onError),
    remove: async (key, signal) => remove(store, key, signal).catch(onError),
    list: (prefix, signal) => list(store, prefix, signal),
    clearHalfDone: (before) => abortUploads(store, before).catch(onError),
    check: (signal) => check(store, signal).catch(onError),
  };
}

function nameOf({ endpoint, bucket, region }: S3Place): string {
  return `${endpoint ?? `Amazon S3${region === undefined ? '' : ` in ${region}`}`}, bucket ${bucket}`;
}

/** Milliseconds. */
const CONNECT_TIMEOUT = 5000;

function openClients(place: S3Place, idle: number): Pick<Bucket, 'client' | 'uploads'> {
  const config = configure(place);
  // Without a socket timeout: a slow reader may pause a download.
  const client = new S3Client({ ...config, requestHandler: { connectionTimeout: CONNECT_TIMEOUT } });
  const uploads = new S3Client({
    ...config,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT, socketTimeout: idle },
  });
  uploads.middlewareStack.add(
    (next) => (args) => next(args).catch((error) => failStalled(nameOf(place), error)),
    {
      name: 'failStalled',
      step: 'finalizeRequest',
      priority: 'low',
    },
  );
  return { client, uploads };
}

/** Replaces the SDK's timeout error, which the SDK would retry twice. */
function failStalled(place: string, error: unknown): never {
  if ((error as Error).name !== 'TimeoutError') throw error;
  throw new StorageUnavailable(place, `TimeoutError (${(error as Error).message})`);
}

function configure({ endpoint, region }: S3Place): S3ClientConfig {
  if (endpoint === undefined) return region === undefined ? {} : { region };
  return {
    endpoint,
    // Self-hosted stores have one region and ignore its name.
    region: region ?? 'us-east-1',
    forcePathStyle: true,
    // Some compatible stores reject the checksums that Amazon accepts.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

function at(store: Bucket, key: string): { Bucket: string; Key: string } {
  checkKey(key);
  return { Bucket: store.bucket, Key: store.prefix + key };
}

/**
 * The smallest part that stores accept. Small parts matter: two at a time are in memory, and hashing one blocks the
 * event loop.
 */
const partBytes = 5 * 1024 * 1024;
/** Stores accept at most 10,000 parts of a file, so files above 48 GiB need larger parts. */
const MAX_PARTS = 10_000;

/** The object becomes visible only when the upload completes. A failed upload removes its parts. */
async function adopt(store: Bucket, key: string, path: string, signal?: AbortSignal): Promise<void> {
  const where = at(store, key);
  const { size } = await stat(path);
  signal?.throwIfAborted();
  const body = createReadStream(path);
  try {
    const upload = new Upload({
      client: store.uploads,
      params: { ...where, Body: body },
      partSize: Math.max(partBytes, Math.ceil(size / MAX_PARTS)),
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
    const head = await store.client.send(new HeadObjectCommand(at(store, key)), abortBy(signal));
    return { key, size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
  } catch (error) {
    if (!isNamed(error, 'NotFound', 'NoSuchKey')) throw error;
    // HEAD answers the same when the bucket does not exist.
    await check(store, signal);
    return undefined;
  }
}

function abortBy(signal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal };
}

async function read(store: Bucket, key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  try {
    const command = new GetObjectCommand({ ...at(store, key), Range });
    const { Body } = await store.client.send(command, abortBy(signal));
    if (Body instanceof Readable) return Body;
  } catch (error) {
    if (isNamed(error, 'NoSuchKey')) throw new NoSuchFile(key);
    if (isNamed(error, 'InvalidRange')) throw new RangeError(`${key} has no byte ${range?.start}.`);
    throw error;
  }
  throw new Error(`The store answered without the bytes of ${key}.`);
}

async function remove(store: Bucket, key: string, signal?: AbortSignal): Promise<void> {
  await store.client.send(new DeleteObjectCommand(at(store, key)), abortBy(signal));
}

async function check({ client, bucket, prefix }: Bucket, signal?: AbortSignal): Promise<void> {
  const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 });
  await client.send(command, abortBy(signal));
}

async function* list(store: Bucket, prefix: string, signal?: AbortSignal): AsyncIterable<StoredFile> {
  checkPrefix(prefix);
  const { client, bucket } = store;
  const where = { Bucket: bucket, Prefix: store.prefix + prefix };
  const pages = paginateListObjectsV2({ client }, where, abortBy(signal));
  for await (const page of mapErrors(pages, store.place)) {
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      const key = Key.slice(store.prefix.length);
      // The bucket may contain files of other programs.
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
    // Some compatible stores cannot list uploads and remove abandoned ones themselves.
    if (!isNamed(error, 'NotImplemented')) throw error;
  }
  return count;
}

async function* uploadsOf({ client, bucket, prefix }: Bucket): AsyncIterable<MultipartUpload> {
  const where = { Bucket: bucket, Prefix: prefix };
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const next = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
    page = await client.send(new ListMultipartUploadsCommand({ ...where, ...next }), timeOut());
    yield* page.Uploads ?? [];
  } while (page.IsTruncated === true);
}

/** Gives each of several calls in sequence its own timeout. */
function timeOut(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(LIMITS.call) };
}

async function abortUpload(store: Bucket, Key: string, UploadId: string | undefined): Promise<void> {
  try {
    const upload = { Bucket: store.bucket, Key, UploadId };
    await store.client.send(new AbortMultipartUploadCommand(upload), timeOut());
  } catch (error) {
    // The process that uploads has completed or aborted it meanwhile.
    if (!isNamed(error, 'NoSuchUpload')) throw error;
  }
}

async function* mapErrors<T>(pages: AsyncIterable<T>, place: string): AsyncIterable<T> {
  try {
    yield* pages;
  } catch (error) {
    throwUnavailable(place, error);
  }
}

/**
 * After the client's own retries, an error of the store or the connection means that the store is unavailable or
 * misconfigured. Local errors stay as they are: a missing file, a full disk or a malformed key.
 */
function throwUnavailable(place: string, error: unknown): never {
  const isOurs = [StorageUnavailable, NoSuchFile, StorageFull, TypeError, RangeError].some(
    (ours) => error instanceof ours,
  );
  const { path } = error as { path?: unknown };
  if (isOurs || path !== undefined) throw error;
  throw new StorageUnavailable(place, reasonOf(error), { cause: error });
}

/** Amazon S3 is never full. These are the codes of MinIO and Ceph, and WebDAV's status, for a full quota or disk. */
function isFull(error: unknown): boolean {
  if (isNamed(error, 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded')) return true;
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 507;
}

function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}
