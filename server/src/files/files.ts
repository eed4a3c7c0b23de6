/** The contract of both media stores: a directory of this machine, and an S3-compatible store. One test suite covers both. */
import type { Readable } from 'node:stream';

/** Part of a file. `end` is inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  key: string;
  size: number;
  modifiedAt: Date;
}

/**
 * Belfry generates the keys, never from user input; {@link checkKey} defines their form. While the store is
 * unavailable, every method throws {@link StorageUnavailable} within the timeouts of `limits.ts`.
 */
export interface Files {
  /**
   * Moves a finished local file into the store, atomically. When this returns, the bytes are durable under `key`, and
   * `path` is gone. When it throws, `key` is unchanged, and the caller still owns `path`. A second file for the same
   * key replaces the first. Throws {@link StorageFull}. `signal` aborts the upload.
   */
  adopt(key: string, path: string, signal?: AbortSignal): Promise<void>;
  /** Undefined if the file does not exist. */
  find(key: string): Promise<StoredFile | undefined>;
  /**
   * The caller must read the stream to the end or destroy it: until then it occupies a descriptor or a connection. A
   * range may end after the file does. Throws {@link NoSuchFile}, and RangeError when the range starts after the end.
   * `firstByte`: the timeout for the first byte, in milliseconds, in place of the default.
   */
  read(key: string, range?: ByteRange, firstByte?: number): Promise<Readable>;
  /** Does nothing if the file does not exist. */
  remove(key: string): Promise<void>;
  /** Every file whose key begins with `prefix`, in no particular order. '' lists all files. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /**
   * Removes the remains of {@link adopt} calls that were interrupted before this moment, and returns their number. The
   * moment must be longer ago than any upload takes. Otherwise this deletes an upload in progress.
   */
  clearHalfDone(before: Date): Promise<number>;
  /** The cheapest call that proves that the store is reachable and accepts our credentials. */
  check(): Promise<void>;
}

export type StorageCall = Exclude<keyof Files, 'clearHalfDone'>;

/** How a call ended. `refused`: the store answered that the file or range does not exist, or that it is full. */
export type StorageEnd = 'done' | 'refused' | 'unavailable';

/** Like {@link Files}, but without timeouts: the caller passes a signal that aborts a call. */
export interface Store extends Pick<Files, 'adopt' | 'clearHalfDone'> {
  /** The location, for operators. Contains no secrets. */
  place: string;
  find(key: string, signal?: AbortSignal): Promise<StoredFile | undefined>;
  read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable>;
  remove(key: string, signal?: AbortSignal): Promise<void>;
  list(prefix: string, signal?: AbortSignal): AsyncIterable<StoredFile>;
  check(signal?: AbortSignal): Promise<void>;
}

/** The disk or the quota is full. HTTP status: 507. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** True also for errors of the local disk, to which incoming files are written first. */
export function isStorageFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof StorageFull || code === 'ENOSPC' || code === 'EDQUOT';
}

/** The store is unreachable, does not answer in time, or rejects our credentials. A later call may succeed. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  /** The error code of the store or the system, such as SignatureDoesNotMatch. */
  readonly reason: string;
  readonly place: string;

  constructor(place: string, reason: string, options?: ErrorOptions) {
    super('The storage of media cannot be used at the moment.', options);
    this.reason = reason;
    this.place = place;
  }
}

/** The code or name of an error that a library or the system threw. */
export function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: unknown };
  return name === undefined || name === 'Error' ? String(code ?? 'Error') : name;
}

export class NoSuchFile extends Error {
  override readonly name = 'NoSuchFile';
  readonly code = 'ENOENT';

  constructor(key: string) {
    super(`There is no stored file ${key}.`);
  }
}

const segment = '[a-z0-9][a-z0-9._-]*';
const keyPattern = new RegExp(`^${segment}(?:/${segment})*$`);
/** Characters. File systems accept at least this many in one name. */
const maxKeyLength = 200;

/** Throws for a malformed key. Every path and address is built from a checked key. */
export function checkKey(key: string): void {
  if (isKey(key)) return;
  throw new TypeError(`${JSON.stringify(key.slice(0, 80))} is not a valid key of a stored file.`);
}

export function isKey(text: string): boolean {
  return text.length <= maxKeyLength && keyPattern.test(text) && !text.includes('..');
}

export function checkPrefix(prefix: string): void {
  if (/^[a-z0-9/._-]*$/.test(prefix)) return;
  throw new TypeError(`${JSON.stringify(prefix.slice(0, 80))} is not a valid prefix of keys.`);
}
