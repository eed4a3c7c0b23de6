/** Explains to people why a call got no answer. The message names the host and the reason, never a header or a body. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { Refused } from './dial.ts';
import type { Unanswered } from './exchange.ts';

export interface Call {
  host: string;
  /** Seconds. */
  timeout: number;
  deadline: AbortSignal;
  /** The deadline, or the caller's own signal. */
  signal: AbortSignal;
}

/** Drops the cause: errors are logged, and a parser's error quotes the answer, which may contain tokens. */
export function toFault({ sent, cause }: Unanswered, call: Call): NetworkFault {
  const code = readCode(cause);
  const message = explainInterruption(call) ?? explain(cause, code, sent, call.host);
  return new NetworkFault({ kind: 'unavailable', message, sent, ...(code && { networkCode: code }) });
}

/** The fault of a call that was refused before it was sent. */
export function notSent(message: string): NetworkFault {
  return new NetworkFault({ kind: 'unavailable', message, sent: false });
}

function explainInterruption({ host, timeout, deadline, signal }: Call): string | undefined {
  if (deadline.aborted) return `${host} did not answer within ${timeout} seconds.`;
  return signal.aborted ? `The call to ${host} was cancelled.` : undefined;
}

function explain(cause: unknown, code: string | undefined, sent: boolean, host: string): string {
  if (cause instanceof Refused) return cause.message;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return `${host} answered with more than 4 MB.`;
  const reason = code === undefined ? '' : ` (${code})`;
  if (sent) return `The call to ${host} broke off before its answer was complete${reason}.`;
  return `${host} cannot be reached${reason}.`;
}

function readCode(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
