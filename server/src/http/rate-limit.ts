import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../problem.ts';
import { isRead } from './authenticate.ts';

/** Counts reads and writes of each key and each session by the minute; others by their address. */
export async function limitRates(
  app: FastifyInstance,
  { rateLimitReads, rateLimitWrites }: Pick<Config, 'rateLimitReads' | 'rateLimitWrites'>,
): Promise<void> {
  const limitOf = (request: FastifyRequest) => (isRead(request) ? rateLimitReads : rateLimitWrites);
  await app.register(rateLimit, {
    timeWindow: 60_000,
    max: limitOf,
    allowList: (request) => limitOf(request) === 0,
    keyGenerator: (request) => `${subjectOf(request)}:${isRead(request) ? 'read' : 'write'}`,
    enableDraftSpec: true,
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { max, ttl }) =>
      new Problem('rate_limited', {
        message: `Only ${max} requests of this kind a minute; try again in ${Math.ceil(ttl / 1000)} s.`,
      }),
  });
}

function subjectOf({ caller, person, ip }: FastifyRequest): string {
  if (person !== undefined) return `session ${person.sessionId}`;
  return String(caller?.keyId ?? ip);
}
