import { isStatedId, statedAddress, statedLine } from './stated.ts';

/**
 * A failed answer of a network: a closed set of kinds. The engine treats every other failure of an adapter as an
 * unknown outcome.
 */
export type Fault =
  /**
   * The network will never accept this as it is: a person must change something. `field` is a path in the target.
   * `duplicate`: because the account shows the same already, if known with its id and page. That is no refusal if an
   * earlier send of the commit may have made it. `missingScope`: what the sign-in lacks. `cause: 'operator'`:
   * so does the operator's app, so that signing in again does not help.
   */
  | {
      kind: 'rejected';
      message: string;
      networkCode?: string;
      field?: string;
      missingScope?: string;
      cause?: 'operator';
      duplicate?: true | { id: string; url: string | null };
    }
  /** A person must sign in to the network again. */
  | { kind: 'reconnect'; message: string; networkCode?: string }
  /** The network no longer accepts the access token; a refresh may help. */
  | { kind: 'expired'; message: string; networkCode?: string }
  /**
   * Wait `retryAfter` seconds (null: the network did not say) before the next call. `cause: 'operator'`: only the operator
   * can mend it, such as wrong keys of the app or a product that the network has not granted.
   */
  | Throttled
  /**
   * The network is down, or its answer makes no sense. `sent: false` only if the request certainly never reached the
   * network.
   */
  | { kind: 'unavailable'; message: string; networkCode?: string; sent: boolean };

export interface Throttled {
  kind: 'throttled';
  message: string;
  networkCode?: string;
  retryAfter: number | null;
  /** Which calls must wait. */
  scope: 'channel' | 'app';
  cause?: 'operator';
}

/** Seconds. No network can make a channel wait longer than a day. */
const longestWait = 86_400;
const longestMessage = 1000;
const longestCode = 100;

/**
 * Adapters throw this to stop with a {@link Fault}. The constructor cleans the network's text, so that it can be stored
 * and shown.
 */
export class NetworkFault extends Error {
  readonly fault: Fault;

  constructor(stated: Fault, options?: ErrorOptions) {
    const fault = cleanFault(stated);
    super(fault.message, options);
    this.name = 'NetworkFault';
    this.fault = fault;
  }
}

/** A rejection with our own sentence. `field` is a path in the target, the credentials or the input. */
export function refuse(message: string, field?: string): NetworkFault {
  return new NetworkFault({ kind: 'rejected', message, ...(field !== undefined && { field }) });
}

function cleanFault(stated: Fault): Fault {
  const message = statedLine(stated.message, longestMessage) || 'The network gave no reason.';
  const networkCode = statedLine(stated.networkCode ?? '', longestCode);
  const fault: Fault = { ...stated, message };
  delete fault.networkCode;
  if (networkCode !== '') fault.networkCode = networkCode;
  if (fault.kind === 'throttled') fault.retryAfter = cleanWait(fault.retryAfter);
  if (fault.kind === 'rejected' && typeof fault.duplicate === 'object') {
    const { id, url } = fault.duplicate;
    fault.duplicate = isStatedId(id) ? { id, url: statedAddress(url) } : true;
  }
  return fault;
}

/** Null if the network did not say. */
export function cleanWait(seconds: number | null): number | null {
  return seconds === null || Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), longestWait);
}

/** True when this answer proves that the request made nothing visible. */
export function isDefinite(fault: Fault): boolean {
  return fault.kind !== 'unavailable' || !fault.sent;
}

/** The fault in an error, if its kind is one of these. */
export function faultIn(error: unknown, ...kinds: Fault['kind'][]): Fault | undefined {
  return error instanceof NetworkFault && kinds.includes(error.fault.kind) ? error.fault : undefined;
}

/** For checks before the time: the sentence of a refusal, or none if the work succeeds. Throws every other fault. */
export async function riskOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
    return [];
  } catch (error) {
    const fault = faultIn(error, 'rejected');
    if (fault === undefined) throw error;
    return [fault.message];
  }
}
