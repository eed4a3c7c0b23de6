/**
 * Turns an error answer into a fault, by a network's table. The table has rows, and functions that read the code, the
 * message and the wait from an answer. If no row matches, the outcome is unknown.
 */
import { type Fault, NetworkFault, type Throttled } from './fault.ts';
import { type HttpResponse, retryAfter } from './http.ts';

/**
 * - `rejected`, `reconnect`, `expired`, `throttled`: the network did not accept the request, and its answer says so.
 * - `unavailable`: the network failed, and it certainly did not accept the request.
 * - `unknown`: the network may have accepted the post.
 */
export type Meaning = Exclude<Fault['kind'], 'unavailable'> | 'unavailable' | 'unknown';

/** The meaning of an answer that matches every condition of this row. */
export interface FaultRow {
  /** One status, or the first and last of a range. Default: 400 to 499 except 408. */
  status?: number | readonly [first: number, last: number];
  /**
   * The network's own code, or one of several. Default: any code or none. If a network has subcodes, `4` matches `4`
   * and `4/2207051`. A regular expression is tested against the whole code.
   */
  code?: string | readonly string[] | RegExp;
  /** Matches the network's message, of which only the first 1,000 characters are searched. */
  words?: RegExp;
  /** A header's name in lower case, and its value. */
  header?: readonly [name: string, value: string];
  means: Meaning;
  /**
   * A sentence for people. It precedes the network's message, or replaces it if the meaning is `unknown` or
   * `unavailable`. "{status}" stands for the status.
   */
  hint?: string | undefined;
  /** What a refusal is about, such as `settings.title`. */
  field?: string | undefined;
  /** The network refuses because the account shows the same already. */
  duplicate?: true;
  /** Seconds to wait if the answer does not say. */
  wait?: number;
  /** Which calls must wait. Default: those of the channel. */
  scope?: 'app';
  /** Only the operator can mend it. All calls of the app wait. */
  cause?: 'operator';
}

/** The parts of an answer that a table reads. */
export interface Statement {
  status: number;
  code?: string | undefined;
  words?: string | undefined;
}

export interface FaultTable {
  /** The network's name, as in "Mastodon answered 503." */
  name: string;
  /** The first matching row counts. */
  rows: readonly FaultRow[];
  /** The network's own code; levels are joined by "/". Default: the status. */
  code?(response: HttpResponse): string | undefined;
  /** The network's own message. */
  words(response: HttpResponse): string | undefined;
  /** Seconds to wait, if the network says so in another way than `Retry-After`; null if it does not say. */
  wait?(response: HttpResponse, now: Date): number | null;
  /** The sentence for people about a refusal. Default: the hint, then the network's message. */
  compose?(statement: Statement, row: FaultRow): string;
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
  const message = (table.compose ?? composeMessage)(statement, { ...row, hint }) || plain;
  const common = { message, networkCode: statement.code ?? String(status) };
  if (means === 'rejected') {
    const { field, duplicate } = row;
    const reason = { ...(field !== undefined && { field }), ...(duplicate && { duplicate }) };
    return new NetworkFault({ kind: means, ...common, ...reason });
  }
  if (means !== 'throttled') return new NetworkFault({ kind: means, ...common });
  const wait = retryAfter(headers, now) ?? table.wait?.(response, now) ?? row.wait ?? null;
  return new NetworkFault({ kind: means, ...common, retryAfter: wait, ...scopeOf(row) });
}

function scopeOf({ scope, cause }: FaultRow): Pick<Throttled, 'scope' | 'cause'> {
  return cause === undefined ? { scope: scope ?? 'channel' } : { scope: 'app', cause };
}

/** The row that matches this answer; undefined if none does. */
export function rowOf(table: FaultTable, response: HttpResponse): FaultRow | undefined {
  const { code = '', words = '' } = stateOf(table, response);
  return table.rows.find(
    ({ status, code: codes, words: pattern, header }) =>
      fitsStatus(status, response.status) &&
      (codes === undefined || fitsCode(codes, code)) &&
      (pattern?.test(words.slice(0, longestWords)) ?? true) &&
      (header === undefined || response.headers[header[0]] === header[1]),
  );
}

function stateOf(table: FaultTable, response: HttpResponse): Statement {
  return { status: response.status, code: table.code?.(response), words: table.words(response) };
}

function fitsStatus(stated: FaultRow['status'], status: number): boolean {
  // 408: the server read only part of the request, so we cannot know whether it acted on it.
  if (stated === undefined) return status >= 400 && status < 500 && status !== 408;
  if (typeof stated === 'number') return status === stated;
  return status >= stated[0] && status <= stated[1];
}

function fitsCode(stated: NonNullable<FaultRow['code']>, code: string): boolean {
  if (stated instanceof RegExp) return stated.test(code);
  return [stated].flat().some((each) => code === each || code.startsWith(`${each}/`));
}

function composeMessage({ words }: Statement, { hint }: FaultRow): string {
  return [hint, words].filter(Boolean).join(' ');
}
