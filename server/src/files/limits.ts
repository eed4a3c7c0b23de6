/** Gives up on a store that does not answer: a call that waits for ever holds whatever waits for it. */
import { Readable } from 'node:stream';
import { type Host, systemHost } from '../host.ts';
import { type ByteRange, type Files, StorageUnavailable, type Store, type StoredFile } from './files.ts';

/** Milliseconds. */
export interface Limits {
  /** A call without the bytes of a file, with everything that is tried again. */
  call: number;
  /** Until the next bytes of a file. */
  idle: number;
}

export const LIMITS: Limits = { call: 30_000, idle: 30_000 };

/** Milliseconds until the first byte of a file for a post that is due: the next post of its channel waits as long. */
export const FIRST_BYTE = 5000;

/** How long bytes may take on their way to the store, each store sees to itself. */
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
      const begun = await timed.call(firstByte, (signal) => begin(store, key, range, signal));
      return follow(begun, store.place, (next) => timed.wait(limits.idle, next));
    },
  };
}

type Wait = <T>(next: Promise<T>) => Promise<T>;

function timeLimits(place: string, host: Pick<Host, 'after'>) {
  const wait = async <T>(ms: number, answer: Promise<T>, giveUp?: (error: Error) => void): Promise<T> => {
    const late = Promise.withResolvers<never>();
    const timer = host.after(ms, () => {
      const cause = new Error(`No answer came within ${ms / 1000} s.`);
      const error = new StorageUnavailable(place, 'TimeoutError', { cause });
      late.reject(error);
      giveUp?.(error);
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

interface Begun {
  stream: Readable;
  chunks: AsyncIterator<Uint8Array>;
  first: IteratorResult<Uint8Array>;
}

async function begin(
  store: Store,
  key: string,
  range: ByteRange | undefined,
  signal: AbortSignal,
): Promise<Begun> {
  const stream = await store.read(key, range, signal);
  const destroy = () => void stream.destroy();
  if (signal.aborted) destroy();
  signal.addEventListener('abort', destroy, { once: true });
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  const first = await chunks.next().catch((error: unknown) => sayBroken(store.place, error));
  return { stream, chunks, first };
}

/** A reader that takes its time is not the store's fault: only what it asks for is waited for. */
function follow({ stream, chunks, first }: Begun, place: string, wait: Wait): Readable {
  const bytes = async function* () {
    for (let next = first; next.done !== true; ) {
      yield next.value;
      next = await wait(chunks.next()).catch((error: unknown) => sayBroken(place, error));
    }
  };
  const followed = Readable.from(bytes(), { objectMode: false });
  followed.once('close', () => stream.destroy());
  return followed;
}

function sayBroken(place: string, error: unknown): never {
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
    // Not waited for: what does not answer does not end either.
    files.return?.().catch(() => undefined);
  }
}
