/** Counts, times and logs the calls to the media store, and remembers whether the store is available. */
import type { Logger } from 'pino';
import type { Meters } from '../base/meters.ts';
import {
  type Files,
  isStorageFull,
  NoSuchFile,
  type StorageCall,
  type StorageEnd,
  StorageUnavailable,
} from './files.ts';

export interface WatchedFiles {
  files: Files;
  /** Whether the last call found the store unavailable. */
  isUnavailable(): boolean;
}

type Watchers = { meters: Pick<Meters, 'storageCalled' | 'storageIs'>; log: Logger };

export function watchFiles(files: Files, { meters, log }: Watchers): WatchedFiles {
  let isUnavailable = false;
  const record = (call: StorageCall, end: StorageEnd, seconds: number, error?: unknown) => {
    meters.storageCalled(call, end, seconds);
    meters.storageIs(end !== 'unavailable');
    if (error instanceof StorageUnavailable) logUnavailable(log, call, error);
    else if (isUnavailable) log.info({ where: 'storage' }, 'the storage of media can be used again');
    isUnavailable = end === 'unavailable';
  };
  const watch = async <T>(call: StorageCall, work: () => Promise<T>): Promise<T> => {
    const begin = performance.now();
    const seconds = () => (performance.now() - begin) / 1000;
    try {
      const result = await work();
      record(call, 'done', seconds());
      return result;
    } catch (error) {
      const end = endOf(error);
      if (end !== undefined) record(call, end, seconds(), error);
      throw error;
    }
  };
  return {
    isUnavailable: () => isUnavailable,
    files: {
      adopt: (...args) => watch('adopt', () => files.adopt(...args)),
      find: (...args) => watch('find', () => files.find(...args)),
      remove: (...args) => watch('remove', () => files.remove(...args)),
      check: () => watch('check', () => files.check()),
      clearHalfDone: (before) => files.clearHalfDone(before),
      async read(...args) {
        const bytes = await watch('read', () => files.read(...args));
        return bytes.once('error', (error) => {
          if (endOf(error) === 'unavailable') record('read', 'unavailable', 0, error);
        });
      },
      async *list(prefix) {
        try {
          yield* files.list(prefix);
        } catch (error) {
          if (endOf(error) === 'unavailable') record('list', 'unavailable', 0, error);
          throw error;
        }
      },
    },
  };
}

/** Undefined: the error does not concern the store. */
function endOf(error: unknown): StorageEnd | undefined {
  if (error instanceof StorageUnavailable) return 'unavailable';
  const isAnswer = error instanceof NoSuchFile || error instanceof RangeError || isStorageFull(error);
  return isAnswer ? 'refused' : undefined;
}

function logUnavailable(log: Logger, call: StorageCall, error: StorageUnavailable): void {
  const { reason, place } = error;
  log.warn(
    { where: 'storage', call, reason, place, err: error },
    `the storage of media cannot be used: ${reason}`,
  );
}
