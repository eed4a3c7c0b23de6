/**
 * Reads an answer that is no success by a network's table of faults. A network states rows, and where its answers hold
 * a code, words and the end of a wait. What no row names may have been taken.
 */
import type { Fault } from './fault.ts';
import { NetworkFault } from './fault.ts';
import type { HttpResponse } from './http.ts';
import { retryAfter } from './http.ts';

/**
 * - `rejected`, `reconnect`, `expired`, `throttled`: the network took nothing, and says so.
 * - `unavailable`: the network failed, and it is certain that it took nothing.
 * - `unknown`: the network may have taken the post.
 */
export type Meaning = Exclude<Fault['kind'], 'unavailable'> | 'unavailable' | 'unknown';

/** What an answer means that fits everything stated here. */
export interface FaultRow {
  /** One status, or the first and the last of a range. Default: any of 400 to 499 but 408. */
  status?: number | readonly [first: number, last: number];
  /**
   * The network's own code, or one of several; default: any or none. Where a network has codes below codes, `4` fits `4`
   * and `4/2207051`. An expression looks at the whole code.
   */
  code?: string | readonly string[] | RegExp;
  /** Part of what the network says, looked for in the first 1,000 characters. */
  says?: RegExp;
  /** A header and its value; the name in lower case. */
  header?: readonly [name: string, value: string];
  means: Meaning;
  /**
   * What to tell people besides the network's words, and in place of them where the meaning is `unknown` or `unavailable`.
   * "{status}" stands for the status.
   */
  hint?: string | undefined;
  /** Seconds to wait where the answer does not say it. */
  wait?: number;
  /** Who has to wait; default: the channel alone. */
  scope?: 'app';
}

/** What an answer says, in this network's way. */
export interface Statement {
  status: number;
  code?: string | undefined;
  words?: string | undefined;
}

export interface FaultTable {
  /** The subject of "… answered 503." */
  name: string;
  /** The first that fits counts. */
  rows: readonly FaultRow[];
  /** The network's own code; of several levels joined by "/". Default: the status is the code. */
  code?(response: HttpResponse): string | undefined;
  /** The network's own sentence. */
  words(response: HttpResponse): string | undefined;
  /** Seconds to wait, where the network says it otherwise than by `Retry-After`; null when it does not say it. */
  wait?(response: HttpResponse, now: Date): number | null;
  /** The sentence for people of a refusal. Default: the hint, then the network's words. */
  tell?(statement: Statement, row: FaultRow): string;
}

const longestWords = 1000;

export function readFault(table: FaultTable, response: HttpResponse, now: Date): NetworkFault {
  const { status, headers } = response;
  const plain = `${table.name} answered ${status}.`;
  const row = rowOf(table, response) ?? { means: 'unknown', hint: plain };
  const { means } = row;
  const hint = row.hint?.replace('{status}', String(status));
  const statement = stateOf(table, response);
  if (means === 'unknown' || means === 'unavailable') {
    const message = hint ?? (statement.words || plain);
    const networkCode = String(status);
    return new NetworkFault({ kind: 'unavailable', message, networkCode, sent: means === 'unknown' });
  }
  const message = (table.tell ?? tellPlainly)(statement, { ...row, hint }) || plain;
  const common = { message, networkCode: statement.code ?? String(status) };
  if (means !== 'throttled') return new NetworkFault({ kind: means, ...common });
  const wait = retryAfter(headers, now) ?? table.wait?.(response, now) ?? row.wait ?? null;
  return new NetworkFault({ kind: means, ...common, retryAfter: wait, scope: row.scope ?? 'channel' });
}

/** The row that says what this answer means; undefined: none does. */
export function rowOf(table: FaultTable, response: HttpResponse): FaultRow | undefined {
  const { code = '', words = '' } = stateOf(table, response);
  return table.rows.find(
    ({ status, code: codes, says, header }) =>
      fitsStatus(status, response.status) &&
      (codes === undefined || fitsCode(codes, code)) &&
      (says?.test(words.slice(0, longestWords)) ?? true) &&
      (header === undefined || response.headers[header[0]] === header[1]),
  );
}

function stateOf(table: FaultTable, response: HttpResponse): Statement {
  return { status: response.status, code: table.code?.(response), words: table.words(response) };
}

function fitsStatus(stated: FaultRow['status'], status: number): boolean {
  // 408: of a request that was read in part nobody knows what was done.
  if (stated === undefined) return status >= 400 && status < 500 && status !== 408;
  if (typeof stated === 'number') return status === stated;
  return status >= stated[0] && status <= stated[1];
}

function fitsCode(stated: NonNullable<FaultRow['code']>, code: string): boolean {
  if (stated instanceof RegExp) return stated.test(code);
  return [stated].flat().some((each) => code === each || code.startsWith(`${each}/`));
}

function tellPlainly({ words }: Statement, { hint }: FaultRow): string {
  return [hint, words].filter(Boolean).join(' ');
}
