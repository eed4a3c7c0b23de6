/**
 * Which pages of other origins may read what the API answers. They show a key: credentials of the browser are never
 * permitted, so a session serves the pages of PUBLIC_URL alone.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const permitted = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, If-Range, Last-Event-ID, Range, X-Workspace',
  // Seconds; no browser keeps it longer.
  'access-control-max-age': '7200',
};

const exposed =
  'Accept-Ranges, Allow, Content-Disposition, Content-Range, ETag, Idempotency-Replayed, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, WWW-Authenticate, X-Request-Id';

export function permitOrigins(app: FastifyInstance, { corsOrigins }: Pick<Config, 'corsOrigins'>): void {
  if (corsOrigins.length === 0) return;
  const isAny = corsOrigins.includes('*');
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    if (!isAny) void reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !(isAny || corsOrigins.includes(origin))) return;
    permit(request, reply, isAny ? '*' : origin);
  });
}

function permit(request: FastifyRequest, reply: FastifyReply, origin: string): void {
  void reply.header('access-control-allow-origin', origin);
  const isAsking = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
  void reply.headers(isAsking ? permitted : { 'access-control-expose-headers': exposed });
}
