/** Types of the API. Only types: a browser loads nothing of the contract. */
import type { ErrorCode } from '@belfry/contract/error.ts';
import type { ErrorBody } from '@belfry/contract/error-body.ts';
import type { Route, RouteInput, RouteOutput } from '@belfry/contract/route.ts';
import type { RouteName, Routes } from '@belfry/contract/routes.ts';

export type { ErrorBody, ErrorCode, RouteName };

/**
 * A row of the generated table. `idempotent`: the route accepts an Idempotency-Key. `conditional`: it accepts If-Match.
 * `file`: its answer is bytes.
 */
export type RouteRow = readonly [
  method: Route['method'],
  path: string,
  ...flags: ('idempotent' | 'conditional' | 'file')[],
];

type Part = keyof RouteInput<Route>;

/** The parts of the input that every call of the route must have. Routes with `bodyOptional` accept no body. */
type Required<R extends Route> = {
  [P in Part as undefined extends RouteInput<R>[P]
    ? never
    : P extends OptionalPart<R>
      ? never
      : P]: RouteInput<R>[P];
};
type OptionalPart<R extends Route> =
  | (object extends RouteInput<R>['query'] ? 'query' : never)
  | (R extends { bodyOptional: true } ? 'body' : never);

export interface CallOptions {
  /** Ends the call, also while it waits for its next try. The call then throws the reason of the signal. */
  signal?: AbortSignal;
  /** Added to the request, such as Accept-Language or Range. */
  headers?: Record<string, string>;
}

interface Conditional {
  /** The ETag that you read: a newer version is not overwritten. It also makes a repetition safe. */
  ifMatch?: string;
}

interface Idempotent {
  /** 1 to 255 characters. Default: the client makes one for each call. */
  idempotencyKey?: string;
}

type InputOf<R extends Route> = Required<R> & { [P in OptionalPart<R>]?: RouteInput<R>[P] } & CallOptions &
  (R extends { conditional: true } ? Conditional : unknown) &
  (R extends { idempotent: true } ? Idempotent : unknown);

/** The input of a call: `params`, `query` and `body` as the route has them, and options. */
export type Input<Name extends RouteName> = InputOf<Routes[Name]>;

/** The arguments after the name of a route. A route that requires nothing can be called without input. */
export type Args<Name extends RouteName> =
  object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

/** The whole body of the answer: undefined when there is none; an unread Response when it is a file. */
export type Body<Name extends RouteName> = Routes[Name]['output'] extends 'file'
  ? Response
  : RouteOutput<Routes[Name]>;

export interface Answer<Name extends RouteName> {
  status: number;
  /** `data` of the body. */
  data: Body<Name> extends { data: infer Data } ? Data : undefined;
  body: Body<Name>;
  /** The version of what was answered, for `ifMatch`. */
  etag: string | undefined;
  headers: Headers;
  /** Number of tries. Earlier ones may have had their effect although their answer was lost. */
  tries: number;
}

/** Lists that come in pages. */
export type PagedName = {
  [Name in RouteName]: Body<Name> extends { next_cursor: unknown } | { links: { next: unknown } }
    ? Name
    : never;
}[RouteName];

/** An entry of a list that comes in pages. */
export type ItemOf<Name extends PagedName> = Body<Name> extends { data: (infer Item)[] } ? Item : never;

/** An event of the stream. */
export type StreamedEvent = ItemOf<'listAudit'>;
