/**
 * How much an app and its accounts have called: https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 * (2026-11-22). The answers carry it in headers.
 */
import type { HttpResponse } from '../../core/http.ts';
import { field } from '../../core/json.ts';
import { statedNumber } from '../../core/stated.ts';

/** Percent of what the app may call; undefined if the answer does not say. */
export function readAppUsage({ headers }: Pick<HttpResponse, 'headers'>): number | undefined {
  const shares = readShares(parse(headers['x-app-usage']));
  return shares.length === 0 ? undefined : Math.max(...shares);
}

function readShares(usage: unknown): number[] {
  return ['call_count', 'total_time', 'total_cputime'].flatMap(
    (name) => statedNumber(field(usage, name), 0, 1000) ?? [],
  );
}

/** Percent of a limit from which Belfry calls less. */
const nearly = 90;
/** Seconds, if Meta does not say how long. It counts the calls of the last hour, or of the last day. */
const rest = 300;

/** Seconds for which the account should not call, although this call was accepted; 0: none. */
export function readPause(response: Pick<HttpResponse, 'headers'>): number {
  const pages = ['x-app-usage', 'x-page-usage'].map((name) => parse(response.headers[name]));
  const most = Math.max(0, ...[...pages, ...readAccounts(response)].flatMap(readShares));
  return most < nearly ? 0 : (readRegain(response) ?? rest);
}

/** Seconds until the account may call again; null if the answer does not say. */
export function readRegain(response: Pick<HttpResponse, 'headers'>): number | null {
  const minutes = readAccounts(response).map(
    (each) => statedNumber(field(each, 'estimated_time_to_regain_access'), 0, 1440) ?? 0,
  );
  const longest = Math.max(0, ...minutes);
  return longest === 0 ? null : longest * 60;
}

/** What each account of the call has used. */
function readAccounts({ headers }: Pick<HttpResponse, 'headers'>): unknown[] {
  const usage = parse(headers['x-business-use-case-usage']);
  return typeof usage === 'object' && usage !== null ? Object.values(usage).flat() : [];
}

function parse(header: string | undefined): unknown {
  try {
    return JSON.parse(header ?? 'null');
  } catch {
    return undefined;
  }
}
