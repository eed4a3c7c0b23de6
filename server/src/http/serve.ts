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
import {
  authenticate,
  authenticateAgain,
  readCredential,
  renewCookie,
  requireCaller,
  requireOwnOrigin,
  requirePerson,
} from './authenticate.ts';
import { answerClientError, answerNotFound, answerProblem } from './failures.ts';
import type { FormPart } from './form.ts';
import { readForm, takeForms } from './form.ts';
import type { IdempotencyKey } from './idempotency.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { limitRates } from './rate-limit.ts';
import { traced } from './traced.ts';
import { checkBody, checkStrings } from './validate.ts';

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

export interface Answer<R extends Route> {
  body: RouteOutput<R>;
  /** In place of the route's own success status. */
  status?: number;
  headers?: Record<string, string | string[]>;
  /** In place of a JSON body. */
  bytes?: AsyncIterable<Uint8Array> | undefined;
}

export type Handlers = {
  [Name in RouteName]: (exchange: Exchange<Routes[Name]>) => Promise<Answer<Routes[Name]>>;
};

type AnyHandler = (exchange: Exchange<Route>) => Promise<Answer<Route>>;

const HOUR = 3_600_000;
const BODY_LIMIT = 1_048_576;
/** Seconds in which a whole request must have arrived. */
const REQUEST_TIMEOUT = 60;

/** An app with every endpoint of the contract; what is mounted beside it is the caller's. */
export async function createApp(ctx: Context, handlers: Handlers): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: ctx.config.trustedProxies.length === 0 ? false : [...ctx.config.trustedProxies],
    requestTimeout: REQUEST_TIMEOUT * 1000,
    // How often Node looks for requests that take too long.
    http: { connectionsCheckingInterval: 5000 },
    genReqId: () => randomUUID(),
    loggerInstance: quietly(ctx.log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    clientErrorHandler: answerClientError,
    frameworkErrors: answerProblem,
    routerOptions: { maxParamLength: 200 },
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
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isOperation !== true) await authenticate(ctx, request);
  });
  app.addHook('onSend', (request, reply) => renewCookie(ctx, request, reply));
  await limitRates(app, ctx);
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, answerNotFound);
  takeJson(app);
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    const handle = handlers[name] as unknown as AnyHandler;
    if (route.form)
      await app.register((scope) => takeForms(scope).then(() => addRoute(ctx, scope, route, handle)));
    else addRoute(ctx, app, route, handle);
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

/** An empty body is no body, whatever its declared type: many clients send the header with every request. */
function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body as Buffer);
    if (text === undefined) done(new Problem('bad_json', { message: 'The body is not valid UTF-8.' }));
    else if (text === '') done(null, undefined);
    else parse(request, text, done);
  });
}

/** Undefined for bytes that are no UTF-8: replacing them would store what nobody wrote. */
function decode(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function addRoute(ctx: Context, app: FastifyInstance, route: Route, handle: AnyHandler): void {
  const params = route.params && checkStrings(route.params);
  const query = route.query && checkStrings(route.query);
  const body = route.body && checkBody(route.body);
  app.route({
    method: route.method,
    url: route.path,
    ...(route.perHour && { config: { rateLimit: { max: route.perHour, timeWindow: HOUR } } }),
    handler: traced(ctx, route, async (request, reply) => {
      requireOwnOrigin(ctx, request);
      const who = whoAsks(route, request);
      const exchange = {
        who,
        person: request.person,
        params: params && found(() => params(request.params)),
        query: query ? query(request.query) : refuseAny(request.query),
        body: body?.(route.bodyOptional ? (request.body ?? {}) : needed(request.body)),
        form: route.form && readForm(request),
        method: request.method,
        headers: request.headers,
        address: request.ip,
        idempotencyKey: route.idempotent && readIdempotencyKey(request),
        ifMatch: route.conditional && request.headers['if-match'],
        credential: readCredential(ctx, request),
        askAgain: () => authenticateAgain(ctx, request),
      };
      const answer = await handle(exchange as Exchange<Route>);
      return send(reply, answer.status ?? route.status, answer);
    }),
  });
}

function whoAsks({ permission }: Route, request: FastifyRequest): Caller | Person | undefined {
  if (permission === 'open') return undefined;
  return permission === 'person' ? requirePerson(request) : requireCaller(request);
}

/** An id that cannot be one names nothing. */
function found<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new Problem('not_found');
  }
}

function needed(body: unknown): unknown {
  if (body === undefined) throw new Problem('bad_json', { message: 'This needs a JSON body.' });
  return body;
}

const refuseAny = checkStrings({ type: 'object', additionalProperties: false } as const);

function send(
  reply: FastifyReply,
  status: number,
  { body, headers = {}, bytes }: Answer<Route>,
): FastifyReply {
  void reply.code(status).headers(headers);
  if (bytes !== undefined) return reply.send(bytes instanceof Readable ? bytes : Readable.from(bytes));
  if (body === undefined) return reply.send();
  // As bytes at once: a long text would be encoded twice, for its length and for the wire.
  const json = Buffer.from(JSON.stringify(body));
  return reply.type('application/json; charset=utf-8').send(json);
}
