import { statedLine } from './stated.ts';

/**
 * What a network may answer in place of success: a closed set of values.
 * Everything an adapter cannot name as one of these is an unknown outcome, and the engine treats it so.
 */
export type Fault =
  /** The network will never take this: a person must change something. `field` is a path in the target. */
  | { kind: 'rejected'; message: string; networkCode?: string; field?: string }
  /** A person must sign in to the network again. */
  | { kind: 'reconnect'; message: string; networkCode?: string }
  /** The access token is no longer taken; a refresh may mend it. */
  | { kind: 'expired'; message: string; networkCode?: string }
  /** Wait `retryAfter` seconds (null: the network did not say) before the next call. */
  | {
      kind: 'throttled';
      message: string;
      networkCode?: string;
      retryAfter: number | null;
      scope: 'channel' | 'app';
    }
  /** Down or not understood. `sent: false` only where the request certainly never reached the network. */
  | { kind: 'unavailable'; message: string; networkCode?: string; sent: boolean };

/** Seconds: no server keeps a channel waiting longer than a day. */
const longestWait = 86_400;
const longestMessage = 1000;
const longestCode = 100;

/** How an adapter stops with a {@link Fault}. What the network said is made fit to be stored and shown. */
export class NetworkFault extends Error {
  readonly fault: Fault;

  constructor(stated: Fault, options?: ErrorOptions) {
    const fault = cleanFault(stated);
    super(fault.message, options);
    this.name = 'NetworkFault';
    this.fault = fault;
  }
}

function cleanFault(stated: Fault): Fault {
  const message = statedLine(stated.message, longestMessage) || 'The network did not say why.';
  const networkCode = statedLine(stated.networkCode ?? '', longestCode);
  const fault: Fault = { ...stated, message };
  delete fault.networkCode;
  if (networkCode !== '') fault.networkCode = networkCode;
  if (fault.kind === 'throttled') fault.retryAfter = cleanWait(fault.retryAfter);
  return fault;
}

function cleanWait(seconds: number | null): number | null {
  return seconds === null || Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), longestWait);
}

/** True when this answer proves that the request made nothing visible. */
export function isDefinite(fault: Fault): boolean {
  return fault.kind !== 'unavailable' || !fault.sent;
}

/** The fault an error carries, if it is of one of these kinds. */
export function faultIn(error: unknown, ...kinds: Fault['kind'][]): Fault | undefined {
  return error instanceof NetworkFault && kinds.includes(error.fault.kind) ? error.fault : undefined;
}
