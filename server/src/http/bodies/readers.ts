/** Reads large bodies in at most two threads, so that they do not block the event loop. */
import { FairQueue } from '../../base/fair-queue.ts';
import { Problem } from '../../base/problem.ts';
import type { Body, BodyInput } from './json.ts';
import type { Reading } from './reader-thread.ts';
import { startThread, type Thread, type ThreadLimits } from './thread.ts';

const MAX_THREADS = 2;
/** The timeout is generous: a large body usually takes less than one second. */
const defaults: ThreadLimits = { timeout: 20_000, idleTimeout: 30_000, heapMegabytes: 256 };

export interface Readers {
  /** Transfers the bytes to a thread. Throws the body's {@link Problem}, or `unavailable` when the thread ended. */
  read(input: BodyInput): Promise<Body>;
  close(): Promise<void>;
}

/** Tests pass other limits, and a `start` that counts threads. */
export function openReaders(limits: Partial<ThreadLimits> = {}, start = startThread): Readers {
  const queue = new FairQueue({ places: MAX_THREADS });
  const threads = new Set<Thread>();
  const findIdle = () => [...threads].find((thread) => thread.isIdle());
  const open = () => {
    const thread = start({ ...defaults, ...limits }, () => threads.delete(thread));
    threads.add(thread);
    return thread;
  };
  return {
    read: (input) => queue.run(async () => bodyOf(await (findIdle() ?? open()).read(input))),
    close: async () => void (await Promise.all([...threads].map((thread) => thread.end()))),
  };
}

function bodyOf(reading: Reading | undefined): Body {
  if (reading === undefined) {
    throw new Problem('unavailable', { message: 'The body could not be read; try again in a moment.' });
  }
  if ('body' in reading) return reading.body;
  const { code, more } = reading.problem;
  throw new Problem(code, more);
}
