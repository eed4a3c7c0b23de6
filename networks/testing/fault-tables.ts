/**
 * What every table of faults must pass. The tests of rows are made from the rows; what the answers are to mean is
 * written down a second time by each network, so that a changed row is not simply believed.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../core/fault.ts';
import { isDefinite } from '../core/fault.ts';
import type { FaultRow, FaultTable, Meaning } from '../core/faults.ts';
import { readFault, rowOf } from '../core/faults.ts';
import type { HttpResponse } from '../core/http.ts';

export interface FaultSpec {
  table: FaultTable;
  /** The body with which the network states a code and a sentence. */
  body(code: string | undefined, words: string): unknown;
  /** By name: an answer, and what it must mean. Each row, and each code of a row, is to be asked for here. */
  answers: Record<string, [answer: Partial<HttpResponse> & { status: number }, fault: Partial<Fault>]>;
  /** Codes that prove that nothing was taken at a status that does not prove it by itself; default: none. */
  proofs?: readonly (readonly [status: number, code: string])[];
}

const now = new Date('2026-11-21T12:00:00Z');
const someWords = 'Some words';
const allStatuses = Array.from({ length: 500 }, (_, index) => 100 + index);

/**
 * Statuses that prove by themselves that nothing was taken: those that blame the caller. But of a request that was read
 * in part (408) nobody knows what was done.
 */
const provingStatuses = allStatuses.filter((status) => status >= 400 && status <= 499 && status !== 408);

export function describeFaults(spec: FaultSpec): void {
  const { table, body, answers, proofs = [] } = spec;
  const read = (response: HttpResponse) => readFault(table, response, now).fault;

  describe('an answer', () => {
    test.each(Object.entries(answers))('%s', (_, [answer, fault]) => {
      expect(read(respond(answer))).toMatchObject(fault);
    });

    test.each(describeRows(table))('is given here for the row %s', (_, row) => {
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
    test.each(describeRows(table))('%s is not hidden by one before it, and means what it says', (_, row) => {
      for (const examples of examplesOf(row, body)) {
        const chosen = examples.find((response) => rowOf(table, response) === row);
        expect(chosen, JSON.stringify(examples[0])).toBeDefined();
        if (chosen) expectMeaning(read(chosen), row);
      }
    });
  });

  describe('whatever the answer', () => {
    const codes = [undefined, 'SomeCode', ...table.rows.flatMap(({ code }) => codesOf(code))];
    const said = codes.map((code) => ({ code, json: body(code, someWords) }));
    const bodies: { code?: string | undefined; json: unknown }[] = [
      { json: undefined },
      { json: {} },
      ...said,
    ];

    test.each(bodies)('only a status that blames the caller proves that nothing is live: $json', (each) => {
      const { code, json } = each;
      const own = proofs.filter((proof) => proof[1] === code).map(([status]) => status);
      const definite = allStatuses.filter((status) => isDefinite(read(respond({ status, json }))));
      expect(definite.filter((status) => !provingStatuses.includes(status))).toEqual(own);
    });

    test('429 is a wait', () => {
      for (const { json } of bodies) expect(read(respond({ status: 429, json })).kind).toBe('throttled');
    });
  });
}

function respond({ json, ...answer }: FaultSpec['answers'][string][0]): HttpResponse {
  return { headers: {}, text: JSON.stringify(json) ?? '<html>', json, ...answer };
}

function describeRows({ rows }: FaultTable): [string, FaultRow][] {
  return rows.map((row) => {
    const { status, code, says, header } = row;
    return [[status, code, says, header].map((each) => each ?? 'any').join(' · '), row];
  });
}

/** For each code, each end of its statuses and some texts: answers that fit the row, one of which must get it. */
function examplesOf(row: FaultRow, body: FaultSpec['body']): HttpResponse[][] {
  const headers = row.header ? { [row.header[0]]: row.header[1] } : {};
  const texts = row.says ? sample(row.says) : [someWords];
  return codesOf(row.code).flatMap((code) =>
    texts.flatMap((words) =>
      statusesOf(row).map((statuses) =>
        statuses.map((status) => respond({ status, headers, json: body(code, words) })),
      ),
    ),
  );
}

/** Where the row names none, others may have some of them. */
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

function expectMeaning(fault: Fault, { means, hint = '', wait, scope }: FaultRow): void {
  expect(fault).toMatchObject(meaningOf[means]);
  expect(fault.message).toContain(hint.split('{status}')[0]);
  if (fault.kind === 'throttled')
    expect([fault.retryAfter, fault.scope]).toEqual([wait ?? null, scope ?? 'channel']);
}

const meaningOf: Record<Meaning, Partial<Fault>> = {
  rejected: { kind: 'rejected' },
  reconnect: { kind: 'reconnect' },
  expired: { kind: 'expired' },
  throttled: { kind: 'throttled' },
  unavailable: { kind: 'unavailable', sent: false },
  unknown: { kind: 'unavailable', sent: true },
};
