/** Where the bytes of media lie: a directory of this machine, or an S3-compatible store. One contract, one test suite. */
import type { Readable } from 'node:stream';

/** A part of a file; `end` is inclusive, as in HTTP. */
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
 * Keys are ours, never made of what users sent; {@link checkKey} says which there are. While the store cannot be used,
 * everything throws {@link StorageUnavailable}, in the times that `limits.ts` states.
 */
export interface Files {
  /**
   * Takes over a finished file of this machine, all or nothing: when this returns, the bytes are durable under
   * `key`, and `path` is gone. When it throws, nothing is visible under `key` that was not before, and `path` is
   * still the caller's. Of two files for one key the later stays. Throws {@link StorageFull}. `signal` breaks off what
   * may take long.
   */
  adopt(key: string, path: string, signal?: AbortSignal): Promise<void>;
  /** Undefined when there is no such file. */
  find(key: string): Promise<StoredFile | undefined>;
  /**
   * The bytes, to be read to the end or destroyed: until then a descriptor or a connection is held. A range ends
   * with the file at the latest. Throws {@link NoSuchFile}, and RangeError when the range begins behind the file.
   * `firstByte`: milliseconds until the first byte, in place of the usual.
   */
  read(key: string, range?: ByteRange, firstByte?: number): Promise<Readable>;
  /** Gone, or was not there. */
  remove(key: string): Promise<void>;
  /** Every file whose key begins with `prefix`, in no order; '' is all of them. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /**
   * Removes what interrupted {@link adopt}s left since before that moment, and answers how many they were. The moment
   * must lie further back than any upload takes, or one that is still going on is lost.
   */
  clearHalfDone(before: Date): Promise<number>;
  /** Asks the store for as little as shows that it is there and takes our keys. */
  check(): Promise<void>;
}

export type StorageCall = Exclude<keyof Files, 'clearHalfDone'>;

/** How one ended. `refused`: the store answered that it has no such file or part, or no room. */
export type StorageEnd = 'done' | 'refused' | 'unavailable';

/** A place for files, as {@link Files}, but with a signal that breaks off a call, and without limits of its own. */
export interface Store extends Pick<Files, 'adopt' | 'clearHalfDone'> {
  /** For operators: without secrets. */
  place: string;
  find(key: string, signal?: AbortSignal): Promise<StoredFile | undefined>;
  read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable>;
  remove(key: string, signal?: AbortSignal): Promise<void>;
  list(prefix: string, signal?: AbortSignal): AsyncIterable<StoredFile>;
  check(signal?: AbortSignal): Promise<void>;
}

/** The disk or the quota is full: 507. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** Also when it is this machine that says so, of a file that is just arriving. */
export function isStorageFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof StorageFull || code === 'ENOSPC' || code === 'EDQUOT';
}

/** The store cannot be reached, does not answer in time, or refuses us: it may be otherwise later. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  /** As the store or the system calls it, such as SignatureDoesNotMatch. */
  readonly reason: string;
  readonly place: string;

  constructor(place: string, reason: string, options?: ErrorOptions) {
    super('The storage of media cannot be used at the moment.', options);
    this.reason = reason;
    this.place = place;
  }
}

/** Of an error that is not ours. */
export function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: unknown };
  return name === undefined || name === 'Error' ? String(code ?? 'Error') : name;
}

export class NoSuchFile extends Error {
  override readonly name = 'NoSuchFile';
  readonly code = 'ENOENT';

  constructor(key: string) {
    super(`No file is stored as ${key}.`);
  }
}

const segment = '[a-z0-9][a-z0-9._-]*';
const keyPattern = new RegExp(`^${segment}(?:/${segment})*$`);
/** What file systems take as one name. */
const longestKey = 200;

/** Refuses what is no key of ours: a path or an address is only ever built from what passed here. */
export function checkKey(key: string): void {
  if (isKey(key)) return;
  throw new TypeError(`${JSON.stringify(key.slice(0, 80))} is not a key of a stored file.`);
}

export function isKey(text: string): boolean {
  return text.length <= longestKey && keyPattern.test(text) && !text.includes('..');
}

export function checkPrefix(prefix: string): void {
  if (/^[a-z0-9/._-]*$/.test(prefix)) return;
  throw new TypeError(`${JSON.stringify(prefix.slice(0, 80))} begins no key of a stored file.`);
}
