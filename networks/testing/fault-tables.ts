/** A refusal is taken as proof that nothing is live: a wrong one makes a post go out twice. */
import { describe, expect, test } from 'vitest';
import type { Fault, NetworkFault } from '../core/fault.ts';
import { isDefinite } from '../core/fault.ts';
import type { HttpResponse } from '../core/http.ts';

type Read = (response: HttpResponse, now: Date) => NetworkFault;

export function readFault(faultOf: Read, status: number, json: unknown): Fault {
  return faultOf({ status, headers: {}, json, text: '' }, new Date('2026-11-21T12:00:00Z')).fault;
}

/** Tries every status of HTTP with every kind of body. */
export function describeStatuses(faultOf: Read): void {
  const statuses = Array.from({ length: 500 }, (_, index) => 100 + index);

  describe.each([
    ['a sentence', { error: 'Some words' }],
    ['an object', { error: { code: 'some_code', message: 'Some words.' } }],
    ['a page', undefined],
  ])('with %s', (_, json) => {
    test('only a status that blames the caller proves that nothing is live', () => {
      const proving = statuses.filter((status) => isDefinite(readFault(faultOf, status, json)));
      // 408: of a request that was read in part nobody knows what was done.
      expect(proving.filter((status) => status < 400 || status > 499 || status === 408)).toEqual([]);
    });

    test('429 is a wait', () => {
      expect(readFault(faultOf, 429, json).kind).toBe('throttled');
    });
  });
}
