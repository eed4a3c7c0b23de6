/** A caller of the API over real HTTP, with one API key. */
import type { Route, RouteInput, RouteOutput } from '@belfry/contract/route.ts';
import type { RouteName, Routes } from '@belfry/contract/routes.ts';
import { routes } from '@belfry/contract/routes.ts';
import type { Answer } from './answer.ts';
import { readAnswer } from './answer.ts';

export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  /** Null: without an API key. */
  key?: string | null;
  headers?: Record<string, string>;
}

type Given<R extends Route> = {
  [Name in keyof RouteInput<R> as undefined extends RouteInput<R>[Name] ? never : Name]: RouteInput<R>[Name];
} & Pick<RequestOptions, 'key' | 'headers'>;

type DataOf<R extends Route> = RouteOutput<R> extends { data: infer Data } ? Data : undefined;

/** The user and the workspace of the API key. */
export interface Identity {
  key: string;
  userId: number;
  workspaceId: number;
}

export interface Client extends Identity {
  /** Sends any request, valid or not. The path is below the public API unless it begins with `/api` or `/files`. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer<unknown>>;
  /** Sends a request of the contract, with its types. */
  call<Name extends RouteName>(name: Name, input: Given<Routes[Name]>): Promise<Answer<DataOf<Routes[Name]>>>;
}

export function createClient(origin: string, identity: Identity): Client {
  const send = async <Data>(method: string, path: string, options: RequestOptions): Promise<Answer<Data>> => {
    const url = new URL(/^\/(api|files)\//.test(path) ? path : `/api/public/v1${path}`, origin);
    const { body, raw = body === undefined ? undefined : JSON.stringify(body), key = identity.key } = options;
    const headers = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(raw === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(raw === undefined ? {} : { body: raw }),
    });
    return readAnswer<Data>(method, url, response);
  };
  return {
    ...identity,
    request: (method, path, options = {}) => send(method, path, options),
    call(name, input) {
      const route: Route = routes[name];
      const { params, query, ...options } = input as {
        params?: Record<string, unknown>;
        query?: Record<string, unknown>;
      };
      const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => String(params?.[key]));
      return send(route.method, `${path}${queryOf(query)}`, options);
    },
  };
}

function queryOf(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]);
  });
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
