/**
 * Timers, and a monotonic clock.
 * They are in the context, so that a simulation can replace them.
 */
export interface Host {
  /** Milliseconds since an arbitrary moment. */
  elapsed(): number;
  /** Calls `act` once, unless the timer is cancelled first. */
  after(ms: number, act: () => void): Timer;
  every(ms: number, act: () => void): Timer;
}

export interface Timer {
  cancel(): void;
}

export const systemHost: Host = {
  elapsed: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return { cancel: () => clearTimeout(timer) };
  },
  every(ms, act) {
    const timer = setInterval(act, ms);
    return { cancel: () => clearInterval(timer) };
  },
};
