/**
 * Records a conversation so that it can be shown to others: only what this file lists. Of an answer that is the status,
 * the names of some headers, and the names and types of its fields. No value is ever recorded.
 */
import type { Http } from '@belfry/networks/core/http.ts';

/** The shape of a JSON value: a type, a list of the shapes of its items, or the shape of each field. */
export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape };

export interface Recorded {
  method: string;
  host: string;
  /** Its words. `{}` stands for everything else, such as ids. Empty for networks with secrets in addresses. */
  path: string;
  /** Names of the query's parameters. */
  query: readonly string[];
  /** Null: no answer arrived. */
  status: number | null;
  headers: readonly string[];
  body: Shape;
}

const headers =
  /^(?:content-type|date|etag|retry-after|server|(?:x-)?(?:app-|business-)?(?:[a-z]+-)?(?:rate-?limit|usage)[a-z0-9-]*|x-[a-z]+-(?:version|limit)[a-z0-9-]*)$/;
/** A word of an API, not an id: `statuses`, `v2`, `i18n`, `ig-user`. */
const word = /^(?:v\d+(?:\.\d+)?|\.?[a-z][a-z_.:-]{0,39})$/i;
const name = /^[A-Za-z_$][\w$.-]{0,59}$/;

const MAX_CALLS = 200;
const MAX_DEPTH = 8;
const MAX_FIELDS = 100;
const MAX_ITEMS = 20;

/** The client, and everything that it did. */
export function recordCalls(http: Http, hidesPaths: boolean): { http: Http; calls: Recorded[] } {
  const calls: Recorded[] = [];
  const note = (each: Recorded) => {
    if (calls.length < MAX_CALLS) calls.push(each);
  };
  return {
    calls,
    http: async (request) => {
      const { host, pathname, searchParams } = new URL(request.url);
      const asked = {
        method: request.method,
        host,
        path: hidesPaths ? '' : pathname.split('/').map(pathPart).join('/'),
        query: hidesPaths ? [] : [...new Set(searchParams.keys())].filter((each) => name.test(each)).sort(),
      };
      try {
        const answer = await http(request);
        const named = Object.keys(answer.headers).filter((each) => headers.test(each));
        note({ ...asked, status: answer.status, headers: named.sort(), body: shapeOf(answer.json) });
        return answer;
      } catch (error) {
        note({ ...asked, status: null, headers: [], body: 'nothing' });
        throw error;
      }
    },
  };
}

function pathPart(part: string): string {
  return part === '' || word.test(part) ? part : '{}';
}

export function shapeOf(value: unknown, depth = 0): Shape {
  if (value === undefined) return 'no JSON';
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? 'array' : 'object';
  if (Array.isArray(value)) {
    const shapes = value.slice(0, MAX_ITEMS).map((item) => shapeOf(item, depth + 1));
    return [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  }
  const fields = Object.entries(value).slice(0, MAX_FIELDS);
  // A field may be named by an id or a token.
  return Object.fromEntries(
    fields.map(([key, item]) => [name.test(key) ? key : '{}', shapeOf(item, depth + 1)]),
  );
}
