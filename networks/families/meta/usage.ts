/**
 * How much an app and its accounts have called: https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 * (2026-11-22). The answers carry it in headers.
 */
import type { HttpResponse } from '../../core/http.ts';
import { field } from '../../core/json.ts';
import { statedNumber } from '../../core/stated.ts';

/** Percent of what the app may call; undefined if the answer does not say. */
export function readAppUsage({ headers }: Pick<HttpResponse, 'headers'>): number | undefined {
  return largestShare([parse(headers['x-app-usage'])]);
}

/** Percent of what the account may call, as a Page or in a use of the app; undefined if the answer does not say. */
export function readAccountUsage({ headers }: Pick<HttpResponse, 'headers'>): number | undefined {
  const uses = parse(headers['x-business-use-case-usage']);
  const accounts = typeof uses === 'object' && uses !== null ? Object.values(uses).flat() : [];
  return largestShare([parse(headers['x-page-usage']), ...accounts]);
}

function largestShare(usages: readonly unknown[]): number | undefined {
  const names = ['call_count', 'total_time', 'total_cputime'];
  const shares = usages.flatMap((usage) =>
    names.flatMap((name) => statedNumber(field(usage, name), 0, 1000) ?? []),
  );
  return shares.length === 0 ? undefined : Math.max(...shares);
}

/** Seconds until the account may call again; null if the answer does not say. */
export function readRegain({ headers }: Pick<HttpResponse, 'headers'>): number | null {
  const usage = parse(headers['x-business-use-case-usage']);
  if (typeof usage !== 'object' || usage === null) return null;
  const minutes = Object.values(usage)
    .flat()
    .map((each) => statedNumber(field(each, 'estimated_time_to_regain_access'), 0, 1440) ?? 0);
  const longest = Math.max(0, ...minutes);
  return longest === 0 ? null : longest * 60;
}

function parse(header: string | undefined): unknown {
  try {
    return JSON.parse(header ?? 'null');
  } catch {
    return undefined;
  }
}
