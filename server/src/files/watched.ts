/** Counts, times and logs the calls to the store of media, and knows whether it can be used. */
import type { Logger } from 'pino';
import type { Meters } from '../meters.ts';
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
  /** As the last call to it ended. */
  isAway(): boolean;
}

type Watchers = { meters: Pick<Meters, 'storageCalled' | 'storageIs'>; log: Logger };

export function watchFiles(files: Files, { meters, log }: Watchers): WatchedFiles {
  let isAway = false;
  const note = (call: StorageCall, end: StorageEnd, seconds: number, error?: unknown) => {
    meters.storageCalled(call, end, seconds);
    meters.storageIs(end !== 'unavailable');
    if (error instanceof StorageUnavailable) sayAway(log, call, error);
    else if (isAway) log.info({ where: 'storage' }, 'the storage of media can be used again');
    isAway = end === 'unavailable';
  };
  const watch = async <T>(call: StorageCall, work: () => Promise<T>): Promise<T> => {
    const begin = performance.now();
    const seconds = () => (performance.now() - begin) / 1000;
    try {
      const result = await work();
      note(call, 'done', seconds());
      return result;
    } catch (error) {
      const end = endOf(error);
      if (end !== undefined) note(call, end, seconds(), error);
      throw error;
    }
  };
  return {
    isAway: () => isAway,
    files: {
      adopt: (...args) => watch('adopt', () => files.adopt(...args)),
      find: (...args) => watch('find', () => files.find(...args)),
      remove: (...args) => watch('remove', () => files.remove(...args)),
      check: () => watch('check', () => files.check()),
      clearHalfDone: (before) => files.clearHalfDone(before),
      async read(...args) {
        const bytes = await watch('read', () => files.read(...args));
        return bytes.once('error', (error) => {
          if (endOf(error) === 'unavailable') note('read', 'unavailable', 0, error);
        });
      },
      async *list(prefix) {
        try {
          yield* files.list(prefix);
        } catch (error) {
          if (endOf(error) === 'unavailable') note('list', 'unavailable', 0, error);
          throw error;
        }
      },
    },
  };
}

/** Undefined: it tells nothing of the store. */
function endOf(error: unknown): StorageEnd | undefined {
  if (error instanceof StorageUnavailable) return 'unavailable';
  const isAnswer = error instanceof NoSuchFile || error instanceof RangeError || isStorageFull(error);
  return isAnswer ? 'refused' : undefined;
}

function sayAway(log: Logger, call: StorageCall, error: StorageUnavailable): void {
  const { reason, place } = error;
  log.warn(
    { where: 'storage', call, reason, place, err: error },
    `the storage of media cannot be used: ${reason}`,
  );
}
