/**
 * Permits pages of other origins to read the API's answers. Such pages must send an API key: the browser's credentials
 * are never permitted, so that sessions work only on pages of PUBLIC_URL.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/index.ts';

const permitted = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, If-Range, Last-Event-ID, Range, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset, X-Workspace',
  // Seconds. No browser caches it for longer.
  'access-control-max-age': '7200',
};

const exposed =
  'Accept-Ranges, Allow, Belfry-Media-Id, Content-Disposition, Content-Range, ETag, Idempotency-Replayed, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Tus-Resumable, Upload-Expires, Upload-Length, Upload-Offset, WWW-Authenticate, X-Request-Id';

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
  const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
  void reply.headers(isPreflight ? permitted : { 'access-control-expose-headers': exposed });
}
