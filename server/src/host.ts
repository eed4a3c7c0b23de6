/**
 * The machine as a worker meets it: waiting, and time that no setting of a clock moves.
 * A part of the context, so that a simulation can bring machines of its own.
 */
export interface Host {
  /** Milliseconds since some moment. */
  elapsed(): number;
  /** Calls `act` once, unless it is cancelled before. */
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
