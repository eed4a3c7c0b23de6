/** One thread that reads bodies, one after the other. It ends by itself, or is ended; then another one is begun. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pinnedPackages } from '../../pinned.ts';
import type { BodyInput } from './json.ts';
import type { Reading } from './reader-thread.ts';

const FILE = join(import.meta.dirname, 'reader-thread.ts');

export interface Bounds {
  /** Milliseconds for one body. */
  longest: number;
  /** Milliseconds after which a thread ends that has nothing to do. */
  idle: number;
  /**
   * Of its objects. A heap that is full may end the whole process, so this is many times what the worst body takes,
   * whose size and number of values are bounded before.
   */
  megabytes: number;
}

export interface Thread {
  isIdle(): boolean;
  /** Undefined when the thread ended in place of an answer, as one does that takes too long. */
  read(input: BodyInput): Promise<Reading | undefined>;
  end(): Promise<void>;
}

/** `ended` is told when there is nothing more to be had of it. */
export function beginThread({ longest, idle, megabytes }: Bounds, ended: () => void): Thread {
  const worker = new Worker(FILE, {
    execArgv: pinnedPackages(),
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
  });
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isIdle = false;
  // Without a listener an error would end the process; an exit follows it.
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    over.abort();
    clearTimeout(timer);
    ended();
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
      endAfter(longest);
      try {
        worker.postMessage(input, [input.bytes.buffer]);
        const [reading] = (await once(worker, 'message', { signal: over.signal })) as [Reading];
        isIdle = true;
        endAfter(idle);
        return reading;
      } catch {
        await end();
        return undefined;
      }
    },
    end,
  };
}
