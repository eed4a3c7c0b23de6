/** Reads large bodies in threads of their own, so that nothing else waits for them: at most two at once. */
import { FairQueue } from '../../fair-queue.ts';
import { Problem } from '../../problem.ts';
import type { Body, BodyInput } from './json.ts';
import type { Reading } from './reader-thread.ts';
import type { Bounds, Thread } from './thread.ts';
import { beginThread } from './thread.ts';

const AT_ONCE = 2;
/** Milliseconds. A large body is read within one second. */
const bounds: Bounds = { longest: 20_000, idle: 30_000, megabytes: 256 };

export interface Readers {
  /** Takes the bytes away. Throws a {@link Problem}: the body's own, or `unavailable` when its thread ended. */
  read(input: BodyInput): Promise<Body>;
  close(): Promise<void>;
}

/** A test passes other bounds, and a `begin` that also counts. */
export function openReaders(changed: Partial<Bounds> = {}, begin = beginThread): Readers {
  const queue = new FairQueue({ places: AT_ONCE });
  const threads = new Set<Thread>();
  const fetchIdle = () => [...threads].find((thread) => thread.isIdle());
  const open = () => {
    const thread = begin({ ...bounds, ...changed }, () => threads.delete(thread));
    threads.add(thread);
    return thread;
  };
  return {
    read: (input) => queue.run(async () => bodyOf(await (fetchIdle() ?? open()).read(input))),
    close: async () => void (await Promise.all([...threads].map((thread) => thread.end()))),
  };
}

function bodyOf(reading: Reading | undefined): Body {
  if (reading === undefined) {
    throw new Problem('unavailable', { message: 'The body could not be read; try again in a moment.' });
  }
  if ('body' in reading) return reading.body;
  const { code, ...more } = reading.problem;
  throw new Problem(code, more);
}
