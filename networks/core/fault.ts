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

/** How an adapter stops with a {@link Fault}. */
export class NetworkFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.message, options);
    this.name = 'NetworkFault';
    this.fault = fault;
  }
}

/** True when this answer proves that the request made nothing visible. */
export function isDefinite(fault: Fault): boolean {
  return fault.kind !== 'unavailable' || !fault.sent;
}
