/**
 * Tests that every table of faults must pass. The tests of the rows are derived from the rows. Each network also writes
 * down what its answers must mean, so that a changed row is checked against a second source.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fault, isDefinite } from '../core/fault.ts';
import { type FaultRow, type FaultTable, type Meaning, readFault, rowOf } from '../core/faults.ts';
import type { HttpResponse } from '../core/http.ts';

export interface FaultSpec {
  table: FaultTable;
  /** The body in which the network states a code and a message. */
  body(code: string | undefined, words: string): unknown;
  /** By name: an answer, and the fault it must become. Must cover each row, and each code of a row. */
  answers: Record<string, [answer: Partial<HttpResponse> & { status: number }, fault: Partial<Fault>]>;
  /** Codes that prove that the request had no effect, at a status that alone does not prove it. Default: none. */
  proofs?: readonly (readonly [status: number, code: string])[];
}

const now = new Date('2026-11-21T12:00:00Z');
const someWords = 'Some words';
const allStatuses = Array.from({ length: 500 }, (_, index) => 100 + index);

/**
 * Statuses that alone prove that the request had no effect: client errors, except 408. With 408 the server read only
 * part of the request, so we cannot know whether it acted on it.
 */
const provingStatuses = allStatuses.filter((status) => status >= 400 && status <= 499 && status !== 408);

export function describeFaults(spec: FaultSpec): void {
  const { table, body, answers, proofs = [] } = spec;
  const read = (response: HttpResponse) => readFault(table, response, now).fault;

  describe('an answer', () => {
    test.each(Object.entries(answers))('%s', (_, [answer, fault]) => {
      expect(read(respond(answer))).toMatchObject(fault);
    });

    test.each(describeRows(table))('covers the row %s', (_, row) => {
      const asked = Object.values(answers).map(([answer]) => respond(answer));
      const fitting = asked.filter((response) => rowOf(table, response) === row);
      expect(fitting).not.toEqual([]);
      const ends = Array.isArray(row.status) ? row.status : [];
      expect(ends.filter((end) => !fitting.some(({ status }) => status === end))).toEqual([]);
      if (typeof row.code === 'object' && !(row.code instanceof RegExp))
        expect(row.code.filter((code) => !fitting.some((each) => table.code?.(each) === code))).toEqual([]);
    });
  });

  describe('the row', () => {
    test.each(describeRows(table))(
      '%s is not shadowed by an earlier row, and produces its fault',
      (_, row) => {
        for (const examples of examplesOf(row, body)) {
          const chosen = examples.find((response) => rowOf(table, response) === row);
          expect(chosen, JSON.stringify(examples[0])).toBeDefined();
          if (chosen) expectMeaning(read(chosen), row);
        }
      },
    );
  });

  describe('any answer', () => {
    const codes = [undefined, 'SomeCode', ...table.rows.flatMap(({ code }) => codesOf(code))];
    const withCodes = codes.map((code) => ({ code, json: body(code, someWords) }));
    const bodies: { code?: string | undefined; json: unknown }[] = [
      { json: undefined },
      { json: {} },
      ...withCodes,
    ];

    test.each(bodies)('only a client error proves that nothing is live: $json', (each) => {
      const { code, json } = each;
      const own = proofs.filter((proof) => proof[1] === code).map(([status]) => status);
      const definite = allStatuses.filter((status) => isDefinite(read(respond({ status, json }))));
      expect(definite.filter((status) => !provingStatuses.includes(status))).toEqual(own);
    });

    test('429 is throttled', () => {
      for (const { json } of bodies) expect(read(respond({ status: 429, json })).kind).toBe('throttled');
    });
  });
}

function respond({ json, ...answer }: FaultSpec['answers'][string][0]): HttpResponse {
  return { headers: {}, text: JSON.stringify(json) ?? '<html>', json, ...answer };
}

function describeRows({ rows }: FaultTable): [string, FaultRow][] {
  return rows.map((row) => {
    const { status, code, words, header } = row;
    return [[status, code, words, header].map((each) => each ?? 'any').join(' · '), row];
  });
}

/**
 * For each code, each end of its statuses and some texts: answers that match the row. The row must win at least one.
 */
function examplesOf(row: FaultRow, body: FaultSpec['body']): HttpResponse[][] {
  const headers = row.header ? { [row.header[0]]: row.header[1] } : {};
  const texts = row.words ? sample(row.words) : [someWords];
  return codesOf(row.code).flatMap((code) =>
    texts.flatMap((words) =>
      statusesOf(row).map((statuses) =>
        statuses.map((status) => respond({ status, headers, json: body(code, words) })),
      ),
    ),
  );
}

/** Statuses to try if the row names none; other rows may win some of them. */
function statusesOf({ status }: FaultRow): readonly (readonly number[])[] {
  if (status === undefined) return [provingStatuses];
  return [status].flat().map((each) => [each]);
}

function codesOf(code: FaultRow['code']): (string | undefined)[] {
  return code instanceof RegExp ? sample(code) : [code].flat();
}

function sample(expression: RegExp): string[] {
  const texts = fc.stringMatching(new RegExp(expression.source, 'u'));
  return fc.sample(texts, { numRuns: 20, seed: 1 });
}

function expectMeaning(fault: Fault, { means, hint = '', wait, scope, cause }: FaultRow): void {
  expect(fault).toMatchObject(meaningOf[means]);
  expect(fault.message).toContain(hint.split('{status}')[0]);
  if (fault.kind === 'throttled')
    expect([fault.retryAfter, fault.scope]).toEqual([
      wait ?? null,
      cause === undefined ? (scope ?? 'channel') : 'app',
    ]);
}

const meaningOf: Record<Meaning, Partial<Fault>> = {
  rejected: { kind: 'rejected' },
  reconnect: { kind: 'reconnect' },
  expired: { kind: 'expired' },
  throttled: { kind: 'throttled' },
  unavailable: { kind: 'unavailable', sent: false },
  unknown: { kind: 'unavailable', sent: true },
};
