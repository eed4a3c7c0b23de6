/** Wraps handlers in spans. A span's name contains the route's path template. */
import type { Route } from '@belfry/contract/route.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../base/context.ts';
import { statusOf } from './failures.ts';

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function traced(
  { tracing }: Pick<Context, 'tracing'>,
  { method, path }: Pick<Route, 'method' | 'path'>,
  handle: RouteHandler,
): RouteHandler {
  const name = `${method} ${path}`;
  return async (request, reply) => {
    const attributes = { 'http.request.method': method, 'http.route': path, request_id: request.id };
    let refusal: unknown;
    await tracing.within({ name, kind: 'server', attributes }, async (span) => {
      try {
        await handle(request, reply);
        span.set({ 'http.response.status_code': reply.statusCode });
      } catch (error) {
        const status = statusOf(error);
        span.set({ 'http.response.status_code': status });
        if (status >= 500) throw error;
        // A refusal is not a failure of the server, so the span records no error.
        refusal = error;
      }
    });
    if (refusal !== undefined) throw refusal;
    return reply;
  };
}
