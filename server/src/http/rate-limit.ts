import type {
  FastifyRateLimitOptions,
  FastifyRateLimitStore,
  FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../base/context.ts';
import { placeOf } from '../base/place.ts';
import { Problem } from '../base/problem.ts';
import { openRates, type Rates } from '../rates/index.ts';
import { isRead, userOf } from './authenticate.ts';

/**
 * Limits each person's reads and writes per minute, over all processes. Requests without a person count by their
 * address.
 */
export async function limitRates(
  app: FastifyInstance,
  ctx: Pick<Context, 'config' | 'db' | 'clock'>,
): Promise<void> {
  const { rateLimitReads, rateLimitWrites } = ctx.config;
  const limitOf = (request: FastifyRequest) => (isRead(request) ? rateLimitReads : rateLimitWrites);
  await app.register(rateLimit, {
    timeWindow: 60_000,
    store: storeOf(openRates(ctx)),
    max: limitOf,
    allowList: (request) => limitOf(request) === 0,
    keyGenerator: (request) => `${subjectOf(request)}:${isRead(request) ? 'read' : 'write'}`,
    enableDraftSpec: true,
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (request, { max, ttl }) =>
      new Problem('rate_limited', {
        message: `${describeLimit(request, max)}; try again in ${Math.ceil(ttl / 1000)} s.`,
      }),
  });
}

/** The plugin needs a class. It creates an instance for each route with a limit of its own. */
function storeOf(rates: Rates): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    readonly #place: string;

    constructor({ routeInfo }: FastifyRateLimitOptions & { routeInfo?: { method?: unknown; url?: string } }) {
      this.#place = routeInfo?.url === undefined ? '' : ` ${routeInfo.method} ${routeInfo.url}`;
    }

    incr(subject: string, answer: Parameters<FastifyRateLimitStore['incr']>[1], window = 60_000, max = 0) {
      rates.count(subject + this.#place, max, window).then(
        ({ used, ttl }) => answer(null, { current: used, ttl }),
        (error: Error) => answer(error),
      );
    }

    child(options: FastifyRateLimitOptions): Store {
      return new Store(options);
    }
  };
}

/** Each further key of a person would raise the limit if keys counted themselves. */
function subjectOf(request: FastifyRequest): string {
  const userId = userOf(request);
  return userId === undefined ? placeOf(request.ip) : `person ${userId}`;
}

function describeLimit(request: FastifyRequest, max: number): string {
  const { rateLimit: own } = request.routeOptions.config;
  const requests =
    typeof own === 'object'
      ? `requests of this kind ${own.timeWindow === 60_000 ? 'a minute' : 'an hour'}`
      : `${isRead(request) ? 'reading' : 'changing'} requests a minute`;
  if (userOf(request) !== undefined) {
    return `You have used your ${max} ${requests}, over all keys, sessions and workspaces`;
  }
  return `Only ${max} ${requests} are accepted from one network address without an API key or a session`;
}
