/** Turns the contract's table into a server: checks each request, calls the use case, and sends its answer. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Route, RouteInput, RouteOutput } from '@belfry/contract/route.ts';
import { type RouteName, type Routes, routes } from '@belfry/contract/routes.ts';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Credential } from '../access/credential.ts';
import type { Person } from '../access/person.ts';
import type { Caller } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { Problem } from '../base/problem.ts';
import { checkStrings } from '../validation/index.ts';
import { type Answers, openAnswers } from './answers.ts';
import {
  authenticate,
  authenticateAgain,
  readCredential,
  renewCookie,
  requireOwnOrigin,
} from './authenticate.ts';
import { type Bodies, openBodies } from './bodies/bodies.ts';
import type { Body } from './bodies/json.ts';
import { refuseCompressed } from './compressed.ts';
import { permitOrigins } from './cors.ts';
import { encodeBody } from './encoding.ts';
import { answerClientError, answerNotFound, answerProblem } from './failures.ts';
import { acceptForms, type FormPart, readForm } from './form.ts';
import { type IdempotencyKey, readIdempotencyKey } from './idempotency.ts';
import { answerOtherMethods } from './methods.ts';
import { checkQuery } from './queries.ts';
import { limitRates } from './rate-limit.ts';
import { acceptBytes, readBytes } from './raw-bytes.ts';
import { hideSecrets, silenceInfo } from './request-log.ts';
import { Response } from './response.ts';
import { requireRights, requireRightsAgain, type Who, type WhoOf } from './rights.ts';
import { configOf } from './route-config.ts';
import { traced } from './traced.ts';
import { writeJson } from './write-json.ts';

/** A checked request, as a module's `routes.ts` receives it. */
export interface Exchange<R extends Route> extends RouteInput<R> {
  /** The caller, or the person for routes that need no workspace; undefined if the route is open to all. */
  who: WhoOf<R['permission']>;
  /** The signed-in person, also on routes that are open to all. */
  person: Person | undefined;
  /** The fields and the file of a form, in the order in which they arrive. */
  form: R['form'] extends object ? AsyncIterable<FormPart> : undefined;
  /** The route's method, or HEAD, which every GET route accepts. */
  /** A body of bytes. It ends early if the client disconnects. */
  bytes: R['bytes'] extends true ? AsyncIterable<Uint8Array> : undefined;
  method: string;
  headers: IncomingHttpHeaders;
  /** The client's network address. */
  address: string;
  idempotencyKey: IdempotencyKey | undefined;
  ifMatch: string | undefined;
  /** The key or session that authenticated the caller. */
  credential: R['permission'] extends 'open' | 'person' ? undefined : Credential;
  /** The caller with current rights, for long answers; undefined when the key or session has ended. */
  recheckCaller(): Promise<Caller | undefined>;
}

interface AnswerHead {
  /** Replaces the route's success status. */
  status?: number;
  headers?: Record<string, string | string[]>;
}

export type Answer<R extends Route> = AnswerHead &
  (
    | {
        body: RouteOutput<R>;
        /** Replaces the JSON body. */
        bytes?: AsyncIterable<Uint8Array> | undefined;
      }
    | { json: Json }
  );

/** A body that is already JSON. `size` is in bytes. */
export type Json = Uint8Array | { size: number; bytes: Readable };

export type Handlers = {
  [Name in RouteName]: (exchange: Exchange<Routes[Name]>) => Promise<Answer<Routes[Name]>>;
};

type AnyHandler = (exchange: Exchange<Route>) => Promise<Answer<Route>>;

/** Seconds in which a whole request must have arrived. */
const REQUEST_TIMEOUT = 60;
/** Seconds for which a connection may be idle. A client that does not read its answer keeps the answer's file open. */
const IDLE_TIMEOUT = 300;

/** Creates an app with every endpoint of the contract. The caller adds all other endpoints. */
export async function createApp(ctx: Context, handlers: Handlers): Promise<FastifyInstance> {
  const app = fastify({
    trustProxy: ctx.config.trustedProxies.length === 0 ? false : [...ctx.config.trustedProxies],
    requestTimeout: REQUEST_TIMEOUT * 1000,
    connectionTimeout: IDLE_TIMEOUT * 1000,
    // How often Node checks for requests that take too long.
    http: { connectionsCheckingInterval: 5000, ServerResponse: Response },
    genReqId: () => randomUUID(),
    loggerInstance: silenceInfo(ctx.log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    clientErrorHandler: answerClientError,
    frameworkErrors: answerProblem,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  app.setErrorHandler(answerProblem);
  app.addHook('onRequest', async (request, reply) => {
    // Caches must not store people's data. An answer that may be cached replaces this header.
    void reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    ctx.meters.answered(method, request.routeOptions.url, reply.statusCode, reply.elapsedTime / 1000);
    ctx.log.debug(
      { request_id: request.id, method, url: hideSecrets(url), status: reply.statusCode, ms },
      'request',
    );
  });
  permitOrigins(app, ctx.config);
  answerOtherMethods(app);
  refuseCompressed(app);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isOperation !== true) await authenticate(ctx, request);
  });
  app.addHook('onSend', (request, reply) => renewCookie(ctx, request, reply));
  await limitRates(app, ctx);
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, answerNotFound);
  disableParsers(app);
  const limits = { bodies: openBodies(), answers: openAnswers({ elapsed: () => ctx.host.elapsed() }) };
  app.addHook('onClose', () => limits.bodies.close());
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    const endpoint = { name, route, handle: handlers[name] as unknown as AnyHandler };
    const accept = route.form ? acceptForms : route.bytes && acceptBytes;
    if (accept)
      await app.register((scope) => accept(scope).then(() => addRoute(ctx, scope, limits, endpoint)));
    else addRoute(ctx, app, limits, endpoint);
  }
  return app;
}

/** A media type such as `application/vnd.api+json`. Its parameters are ignored. */
const JSON_SUFFIX = /^application\/[\w!#$&^.+-]+\+json(?=[\t ;]|$)/i;

/** Disables Fastify's parsers. Handlers read the body themselves, after they have checked the head of the request. */
function disableParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const type of ['application/json', JSON_SUFFIX]) {
    app.addContentTypeParser(type, (_request, _body, done) => done(null));
  }
}

interface Endpoint {
  name: RouteName;
  route: Route;
  handle: AnyHandler;
}

/** The part of a request that is known before its body arrives. */
interface RequestHead {
  who: Who;
  params: unknown;
  query: unknown;
  /** True when the body had already arrived when the caller's rights were checked. */
  isComplete: boolean;
}

/** Limit the memory of requests. */
interface Limits {
  bodies: Bodies;
  answers: Answers;
}

function addRoute(ctx: Context, app: FastifyInstance, { bodies, answers }: Limits, endpoint: Endpoint): void {
  const { name, route, handle } = endpoint;
  const readHead = prepareHead(ctx, route);
  app.route({
    method: route.method,
    url: route.path,
    config: configOf(route),
    handler: traced(ctx, route, async (request, reply) => {
      const head = readHead(request);
      const answer = await (route.form || route.bytes
        ? handle(exchangeOf(ctx, route, request, head))
        : bodies.run(request, { route: name, rules: route }, (body) =>
            answers.run(request, reply, async (hasWaited) => {
              const hasToRecheck = hasWaited || (body !== undefined && !head.isComplete);
              if (hasToRecheck) head.who = await requireRightsAgain(ctx, route, request);
              return handle(exchangeOf(ctx, route, request, head, body));
            }),
          ));
      return send(ctx, { request, reply }, route, answers, answer);
    }),
  });
}

function prepareHead(ctx: Context, route: Route): (request: FastifyRequest) => RequestHead {
  const params = route.params && checkStrings(route.params);
  const query = checkQuery(route.query);
  return (request) => {
    requireOwnOrigin(ctx, request);
    return {
      who: requireRights(route, request),
      params: params && orNotFound(() => params(request.params)),
      query: query(request.query),
      isComplete: request.raw.complete,
    };
  };
}

function exchangeOf(
  ctx: Context,
  route: Route,
  request: FastifyRequest,
  { who, params, query, isComplete }: RequestHead,
  body?: Body,
): Exchange<Route> {
  const { headers, method, person } = request;
  const recheckRights = async () => isComplete || requireRightsAgain(ctx, route, request);
  const exchange = {
    who,
    person,
    params,
    query,
    body: route.body && requireBody(route, body).value,
    form: route.form && readForm(request, recheckRights),
    bytes: route.bytes && readBytes(request, recheckRights),
    method,
    headers,
    address: request.ip,
    idempotencyKey: route.idempotent && readIdempotencyKey(headers, body?.fingerprint),
    ifMatch: route.conditional && headers['if-match'],
    credential: readCredential(ctx, request),
    recheckCaller: () => authenticateAgain(ctx, request),
  };
  return exchange as Exchange<Route>;
}

/** A malformed id is answered like an unknown one: 404. */
function orNotFound<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new Problem('not_found');
  }
}

function requireBody(route: Route, body: Body | undefined): Pick<Body, 'value'> {
  if (body !== undefined) return body;
  if (route.bodyOptional) return { value: {} };
  throw new Problem('bad_json', { message: 'This request needs a JSON body.' });
}

async function send(
  { slices }: Pick<Context, 'slices'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  route: Route,
  answers: Answers,
  answer: Answer<Route>,
): Promise<FastifyReply> {
  void reply.code(answer.status ?? route.status).headers(answer.headers ?? {});
  if ('json' in answer) return sendJson(request, reply, answers, answer.json);
  const { body, bytes } = answer;
  if (bytes !== undefined) {
    answers.release(reply);
    return reply.send(bytes instanceof Readable ? bytes : Readable.from(bytes));
  }
  if (body === undefined) return reply.send();
  return sendJson(request, reply, answers, await writeJson(slices, body));
}

async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  answers: Answers,
  json: Json,
): Promise<FastifyReply> {
  void reply.type('application/json; charset=utf-8');
  if (!(json instanceof Uint8Array)) return reply.header('content-length', json.size).send(json.bytes);
  const { bytes, headers } = await encodeBody(request, json);
  answers.reserve(reply, bytes.length);
  return reply.headers(headers).send(bytes);
}
