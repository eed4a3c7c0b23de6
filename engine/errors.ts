/** What an error of an adapter's call proves. */
import { isDefinite, NetworkFault } from '@belfry/networks/core/fault.ts';
import { Ended } from '@belfry/networks/core/run.ts';
import { MediaUnusable } from './unusable.ts';

function isRejected(error: unknown): error is NetworkFault {
  return error instanceof NetworkFault && error.fault.kind === 'rejected';
}

/** The network did not accept this content, or no longer has a part of it. */
export function isRefusal(error: unknown): error is NetworkFault | Ended {
  return isRejected(error) || error instanceof Ended;
}

/**
 * The network said nothing about the content: it was not reached, or answered about the account. An answer that it is
 * unavailable counts as one about this send, because some networks repeat it as long as the key is the same.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof NetworkFault)) return false;
  const { kind, networkCode } = error.fault;
  return kind === 'unavailable' ? networkCode === undefined : kind !== 'rejected';
}

/** The account shows the same already. */
export function isDuplicate(error: unknown): boolean {
  return (
    error instanceof NetworkFault && error.fault.kind === 'rejected' && error.fault.duplicate !== undefined
  );
}

export function isExpected(error: unknown): boolean {
  return error instanceof NetworkFault || error instanceof MediaUnusable || error instanceof Ended;
}

/** Whether the error proves that this send had no effect. If a file ends early, the request stays incomplete. */
export function isDefiniteError(error: unknown): boolean {
  if (error instanceof NetworkFault) return isDefinite(error.fault);
  return error instanceof MediaUnusable || error instanceof Ended;
}

export function isExpired(error: unknown): boolean {
  return error instanceof NetworkFault && error.fault.kind === 'expired';
}
