import type { HttpResponse } from './http.ts';

/** Milliseconds by which the clock of a network is ahead of ours, which may be minutes; 0 if its answer has no `Date`. */
export function aheadOf({ headers }: HttpResponse, now: Date): number {
  const theirs = Date.parse(headers.date ?? '');
  return Number.isNaN(theirs) ? 0 : theirs - now.getTime();
}
