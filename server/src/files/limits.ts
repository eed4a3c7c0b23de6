/** Adds timeouts to a store. Without them, one stalled call blocks all of its callers for ever. */
import { Readable } from 'node:stream';
import { type Host, systemHost } from '../base/host.ts';
import { type ByteRange, type Files, StorageUnavailable, type Store, type StoredFile } from './files.ts';

/** Milliseconds. */
export interface Limits {
  /** For a call with all of its retries, not for the bytes of a file. */
  call: number;
  /** For the next bytes of a file. */
  idle: number;
}

export const LIMITS: Limits = { call: 30_000, idle: 30_000 };

/** Milliseconds, for the file of a due post. It is short because the next post of the channel waits as long. */
export const FIRST_BYTE_TIMEOUT = 5000;

/** Does not limit `adopt`: each store has its own timeout for uploads. */
export function limitStore(store: Store, limits = LIMITS, host: Pick<Host, 'after'> = systemHost): Files {
  const timed = timeLimits(store.place, host);
  return {
    adopt: store.adopt,
    clearHalfDone: store.clearHalfDone,
    find: (key) => timed.call(limits.call, (signal) => store.find(key, signal)),
    remove: (key) => timed.call(limits.call, (signal) => store.remove(key, signal)),
    check: () => timed.call(limits.call, (signal) => store.check(signal)),
    list: (prefix) => list(store, prefix, (next) => timed.wait(limits.call, next)),
    async read(key, range, firstByte = limits.call) {
      const started = await timed.call(firstByte, (signal) => startRead(store, key, range, signal));
      return streamRest(started, store.place, (next) => timed.wait(limits.idle, next));
    },
  };
}

type Wait = <T>(next: Promise<T>) => Promise<T>;

function timeLimits(place: string, host: Pick<Host, 'after'>) {
  const wait = async <T>(ms: number, answer: Promise<T>, onTimeout?: (error: Error) => void): Promise<T> => {
    const late = Promise.withResolvers<never>();
    const timer = host.after(ms, () => {
      const cause = new Error(`No answer came within ${ms / 1000} s.`);
      const error = new StorageUnavailable(place, 'TimeoutError', { cause });
      late.reject(error);
      onTimeout?.(error);
    });
    try {
      return await Promise.race([answer, late.promise]);
    } finally {
      timer.cancel();
    }
  };
  const call = <T>(ms: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const ending = new AbortController();
    return wait(ms, ask(ending.signal), (error) => ending.abort(error));
  };
  return { wait, call };
}

interface StartedRead {
  stream: Readable;
  chunks: AsyncIterator<Uint8Array>;
  first: IteratorResult<Uint8Array>;
}

async function startRead(
  store: Store,
  key: string,
  range: ByteRange | undefined,
  signal: AbortSignal,
): Promise<StartedRead> {
  const stream = await store.read(key, range, signal);
  const destroy = () => void stream.destroy();
  if (signal.aborted) destroy();
  signal.addEventListener('abort', destroy, { once: true });
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  const first = await chunks.next().catch((error: unknown) => throwBroken(store.place, error));
  return { stream, chunks, first };
}

/** The timeout runs only while the reader waits for bytes, because a slow reader is not an error of the store. */
function streamRest({ stream, chunks, first }: StartedRead, place: string, wait: Wait): Readable {
  const bytes = async function* () {
    for (let next = first; next.done !== true; ) {
      yield next.value;
      next = await wait(chunks.next()).catch((error: unknown) => throwBroken(place, error));
    }
  };
  const rest = Readable.from(bytes(), { objectMode: false });
  rest.once('close', () => stream.destroy());
  return rest;
}

function throwBroken(place: string, error: unknown): never {
  if (error instanceof StorageUnavailable) throw error;
  throw new StorageUnavailable(place, 'BrokenOff', { cause: error });
}

async function* list(store: Store, prefix: string, wait: Wait): AsyncGenerator<StoredFile> {
  const ending = new AbortController();
  const files = store.list(prefix, ending.signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await wait(files.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    ending.abort();
    // Without await: if the store stalls, its iterator does not return either.
    files.return?.().catch(() => undefined);
  }
}
