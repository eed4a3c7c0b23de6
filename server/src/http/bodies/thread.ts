/** A thread that reads bodies, one after the other. When it has ended, {@link ./readers.ts} starts another one. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { compiledCode, pinnedPackages } from '../../base/children.ts';
import type { BodyInput } from './json.ts';
import type { Reading } from './reader-thread.ts';

const FILE = join(import.meta.dirname, 'reader-thread.ts');

export interface ThreadLimits {
  /** Milliseconds for one body. */
  timeout: number;
  /** Milliseconds after which an idle thread ends. */
  idleTimeout: number;
  /**
   * A full heap may end the whole process. So this is many times the need of the worst body, whose size and number of
   * values are limited.
   */
  heapMegabytes: number;
}

export interface Thread {
  isIdle(): boolean;
  /** Undefined when the thread ended before it answered, for example at the timeout. */
  read(input: BodyInput): Promise<Reading | undefined>;
  end(): Promise<void>;
}

/** Calls `onEnd` when the thread has ended. */
export function startThread(
  { timeout, idleTimeout, heapMegabytes }: ThreadLimits,
  onEnd: () => void,
): Thread {
  const worker = new Worker(FILE, {
    execArgv: pinnedPackages(),
    env: compiledCode(),
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32 },
  });
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isIdle = false;
  // Without a listener, an error would end the process. An exit event follows each error.
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    over.abort();
    clearTimeout(timer);
    onEnd();
  });
  worker.unref();
  const end = async () => {
    isIdle = false;
    await worker.terminate();
  };
  const endAfter = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void end(), milliseconds).unref();
  };

  return {
    isIdle: () => isIdle,
    async read(input) {
      isIdle = false;
      endAfter(timeout);
      try {
        worker.postMessage(input, [input.bytes.buffer]);
        const [reading] = (await once(worker, 'message', { signal: over.signal })) as [Reading];
        isIdle = true;
        endAfter(idleTimeout);
        return reading;
      } catch {
        await end();
        return undefined;
      }
    },
    end,
  };
}
