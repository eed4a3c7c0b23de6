/** Turns the contract's table into a server: checks what comes in, calls the use case, shapes what goes out. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Route, RouteInput, RouteOutput } from '@belfry/contract/route.ts';
import type { RouteName, Routes } from '@belfry/contract/routes.ts';
import { routes } from '@belfry/contract/routes.ts';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Credential } from '../sessions/credential.ts';
import type { Person } from '../sessions/person.ts';
import type { Caller } from '../workspaces/roles.ts';
import type { Answers } from './answers.ts';
import { openAnswers } from './answers.ts';
import {
  authenticate,
  authenticateAgain,
  readCredential,
  renewCookie,
  requireOwnOrigin,
} from './authenticate.ts';
import type { Bodies } from './bodies/bodies.ts';
import { openBodies } from './bodies/bodies.ts';
import type { Body } from './bodies/json.ts';
import { refuseCompressed } from './compressed.ts';
import { permitOrigins } from './cors.ts';
import { answerClientError, answerNotFound, answerProblem } from './failures.ts';
import type { FormPart } from './form.ts';
import { readForm, takeForms } from './form.ts';
import type { IdempotencyKey } from './idempotency.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { answerOtherMethods } from './methods.ts';
import { checkQuery } from './queries.ts';
import { limitRates } from './rate-limit.ts';
import { Response } from './response.ts';
import type { Who } from './rights.ts';
import { requireRights, requireRightsAgain } from './rights.ts';
import { traced } from './traced.ts';
import { checkStrings } from './validate.ts';
import { writeJson } from './write-json.ts';

/** A checked request, as a module's `routes.ts` sees it. */
export interface Exchange<R extends Route> extends RouteInput<R> {
  /** Who asks; a route that is open to all has nobody. */
  who: R['permission'] extends 'open' ? undefined : R['permission'] extends 'person' ? Person : Caller;
  /** Who signed in, also where the route is open to all. */
  person: Person | undefined;
  /** The fields and the file of a form, in the order in which they arrive. */
  form: R['form'] extends object ? AsyncIterable<FormPart> : undefined;
  /** The route's own, or HEAD, which every GET takes. */
  method: string;
  headers: IncomingHttpHeaders;
  /** The network address that it came from. */
  address: string;
  idempotencyKey: IdempotencyKey | undefined;
  ifMatch: string | undefined;
  /** By what the caller was recognized. */
  credential: R['permission'] extends 'open' | 'person' ? undefined : Credential;
  /** Who asks by now, for an answer that takes long; undefined when the key or session has ended. */
  askAgain(): Promise<Caller | undefined>;
}

interface AnswerHead {
  /** In place of the route's own success status. */
  status?: number;
  headers?: Record<string, string | string[]>;
}

export type Answer<R extends Route> = AnswerHead &
  (
    | {
        body: RouteOutput<R>;
        /** In place of a JSON body. */
        bytes?: AsyncIterable<Uint8Array> | undefined;
      }
    | { json: Json }
  );

/** A body that is JSON already; a stream with its size in bytes. */
export type Json = Uint8Array | { size: number; bytes: Readable };

export type Handlers = {
  [Name in RouteName]: (exchange: Exchange<Routes[Name]>) => Promise<Answer<Routes[Name]>>;
};

type AnyHandler = (exchange: Exchange<Route>) => Promise<Answer<Route>>;

const HOUR = 3_600_000;
/** Seconds in which a whole request must have arrived. */
const REQUEST_TIMEOUT = 60;
/** Seconds for which nothing may move on a connection: who does not read an answer holds what it is read from. */
const SILENCE = 300;

/** An app with every endpoint of the contract; what is mounted beside it is the caller's. */
export async function createApp(ctx: Context, handlers: Handlers): Promise<FastifyInstance> {
  const app = fastify({
    trustProxy: ctx.config.trustedProxies.length === 0 ? false : [...ctx.config.trustedProxies],
    requestTimeout: REQUEST_TIMEOUT * 1000,
    connectionTimeout: SILENCE * 1000,
    // How often Node looks for requests that take too long.
    http: { connectionsCheckingInterval: 5000, ServerResponse: Response },
    genReqId: () => randomUUID(),
    loggerInstance: quietly(ctx.log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    clientErrorHandler: answerClientError,
    frameworkErrors: answerProblem,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  app.setErrorHandler(answerProblem);
  app.addHook('onRequest', async (request, reply) => {
    // What is somebody's own must not lie in a cache; what may, says so itself.
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
  leaveBodies(app);
  const bounds = { bodies: openBodies(), answers: openAnswers() };
  app.addHook('onClose', () => bounds.bodies.close());
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    const endpoint = { name, route, handle: handlers[name] as unknown as AnyHandler };
    if (route.form)
      await app.register((scope) => takeForms(scope).then(() => addRoute(ctx, scope, bounds, endpoint)));
    else addRoute(ctx, app, bounds, endpoint);
  }
  return app;
}

/** Queries are the callers' own, and a signed address opens its file to whoever reads it. */
function hideSecrets(url: string): string {
  return url.replace(/\?.*/s, '').replace(/^\/files\/.*/s, '/files/…');
}

/** Fastify tells of its own doings at level info; people read the screen at start instead. */
function quietly(log: Logger): Logger {
  return log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level });
}

/** A kind of JSON with a name of its own; what follows its type says nothing here. */
const OWN_JSON = /^application\/[\w!#$&^.+-]+\+json(?=[\t ;]|$)/i;

/** Handlers take bodies in, once they know from the head of the request who asks, and for what. */
function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const type of ['application/json', OWN_JSON]) {
    app.addContentTypeParser(type, (_request, _body, done) => done(null));
  }
}

interface Endpoint {
  name: RouteName;
  route: Route;
  handle: AnyHandler;
}

/** What is known of a request before its body. */
interface Head {
  who: Who;
  params: unknown;
  query: unknown;
  /** The body was there already when the caller's rights were looked at. */
  isWhole: boolean;
}

/** What bounds the memory that requests take. */
interface Bounds {
  bodies: Bodies;
  answers: Answers;
}

function addRoute(ctx: Context, app: FastifyInstance, { bodies, answers }: Bounds, endpoint: Endpoint): void {
  const { name, route, handle } = endpoint;
  const readHead = prepareHead(ctx, route);
  app.route({
    method: route.method,
    url: route.path,
    ...(route.perHour && { config: { rateLimit: { max: route.perHour, timeWindow: HOUR } } }),
    handler: traced(ctx, route, async (request, reply) => {
      const head = readHead(request);
      const answer = await (route.form
        ? handle(exchangeOf(ctx, route, request, head))
        : bodies.take(request, { route: name, rules: route }, (body) =>
            answers.take(request, reply, async (hasWaited) => {
              const isLate = hasWaited || (body !== undefined && !head.isWhole);
              if (isLate) head.who = await requireRightsAgain(ctx, route, request);
              return handle(exchangeOf(ctx, route, request, head, body));
            }),
          ));
      return send(ctx, reply, route, answers, answer);
    }),
  });
}

function prepareHead(ctx: Context, route: Route): (request: FastifyRequest) => Head {
  const params = route.params && checkStrings(route.params);
  const query = checkQuery(route.query);
  return (request) => {
    requireOwnOrigin(ctx, request);
    return {
      who: requireRights(route, request),
      params: params && orNotFound(() => params(request.params)),
      query: query(request.query),
      isWhole: request.raw.complete,
    };
  };
}

function exchangeOf(
  ctx: Context,
  route: Route,
  request: FastifyRequest,
  { who, params, query, isWhole }: Head,
  body?: Body,
): Exchange<Route> {
  const { headers, method, person } = request;
  const lookAgain = async () => isWhole || requireRightsAgain(ctx, route, request);
  const exchange = {
    who,
    person,
    params,
    query,
    body: route.body && needed(route, body).value,
    form: route.form && readForm(request, lookAgain),
    method,
    headers,
    address: request.ip,
    idempotencyKey: route.idempotent && readIdempotencyKey(headers, body?.fingerprint),
    ifMatch: route.conditional && headers['if-match'],
    credential: readCredential(ctx, request),
    askAgain: () => authenticateAgain(ctx, request),
  };
  return exchange as Exchange<Route>;
}

/** An id that cannot be one names nothing. */
function orNotFound<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new Problem('not_found');
  }
}

function needed(route: Route, body: Body | undefined): Pick<Body, 'value'> {
  if (body !== undefined) return body;
  if (route.bodyOptional) return { value: {} };
  throw new Problem('bad_json', { message: 'This needs a JSON body.' });
}

async function send(
  { slices }: Pick<Context, 'slices'>,
  reply: FastifyReply,
  route: Route,
  answers: Answers,
  answer: Answer<Route>,
): Promise<FastifyReply> {
  void reply.code(answer.status ?? route.status).headers(answer.headers ?? {});
  if ('json' in answer) return sendJson(reply, answers, answer.json);
  const { body, bytes } = answer;
  if (bytes !== undefined) {
    answers.release(reply);
    return reply.send(bytes instanceof Readable ? bytes : Readable.from(bytes));
  }
  return body === undefined ? reply.send() : sendJson(reply, answers, await writeJson(slices, body));
}

function sendJson(reply: FastifyReply, answers: Answers, json: Json): FastifyReply {
  void reply.type('application/json; charset=utf-8');
  if (!(json instanceof Uint8Array)) return reply.header('content-length', json.size).send(json.bytes);
  answers.bound(reply, json.length);
  return reply.send(json);
}
