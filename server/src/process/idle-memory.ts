/**
 * Returns memory to the system after work. V8 collects garbage when new objects need room, so an idle process would keep
 * what its last work needed.
 */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The share of time in which an idle process works at most. A collection stops it for some tens of milliseconds. */
const MAX_WORK = 0.05;
/** Bytes. Less garbage is left where it is. */
const MIN_GROWTH = 16 * 2 ** 20;

/** What is known of this process's JavaScript, and done to it. */
export interface Runtime {
  /** The share of time in which the event loop has worked since the last call. */
  work(): number;
  /** Bytes of objects and buffers, garbage included. */
  size(): number;
  collect(): void;
}

/** Returns a function that collects garbage if the process was idle since its last call, and has grown. */
export function openIdleMemory(runtime: Runtime = openRuntime()): () => void {
  let size = 0;
  return () => {
    if (runtime.work() > MAX_WORK || runtime.size() < size + MIN_GROWTH) return;
    runtime.collect();
    size = runtime.size();
  };
}

export function openRuntime(): Runtime {
  let last = performance.eventLoopUtilization();
  // Node has no other way to V8's collection.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return {
    work() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    size() {
      const { heapTotal, external } = process.memoryUsage();
      return heapTotal + external;
    },
    collect,
  };
}
