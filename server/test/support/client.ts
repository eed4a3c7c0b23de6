/** A caller of the API over real HTTP, with one API key. Each answer is checked against the contract. */
import {
  createClient as connect,
  type Fetch,
  type Input,
  NoAnswer,
  type RouteName,
  type Answer as Said,
} from '@belfry/sdk/client.ts';
import { type Answer, readAnswer } from './answer.ts';

export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  /** Null: without an API key. */
  key?: string | null;
  headers?: Record<string, string>;
}

/** The user and the workspace of the API key. */
export interface Identity {
  key: string;
  userId: number;
  workspaceId: number;
}

export interface Client extends Identity {
  /** Sends any request, valid or not. The path is below the public API unless it begins with `/api`, `/files` or `/avatars`. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer<unknown>>;
  /** Sends a request of the contract, with its types, once. Returns refusals too. */
  call<Name extends RouteName>(
    name: Name,
    input: Input<Name> & Pick<RequestOptions, 'key'>,
  ): Promise<Answer<Said<Name>['data']>>;
}

export function createClient(origin: string, identity: Identity): Client {
  return {
    ...identity,
    async request(method, path, options = {}) {
      const url = new URL(/^\/(api|files|avatars)\//.test(path) ? path : `/api/public/v1${path}`, origin);
      const {
        body,
        raw = body === undefined ? undefined : JSON.stringify(body),
        key = identity.key,
      } = options;
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
      return readAnswer(method, url, response);
    },
    async call(name, { key = identity.key, ...input }) {
      let answer: Answer<Said<typeof name>['data']> | undefined;
      const watch: Fetch = async (url, init) => {
        const response = await fetch(url, init);
        answer = await readAnswer(init.method ?? '', new URL(url), response.clone());
        return response;
      };
      const client = connect({ url: origin, retry: false, fetch: watch, ...(key !== null && { key }) });
      const call = client.call as (name: RouteName, input: object) => Promise<unknown>;
      await call(name, input).catch((error: unknown) => {
        if (error instanceof NoAnswer) throw error.cause;
      });
      return answer as NonNullable<typeof answer>;
    },
  };
}
