import type {
  FastifyRateLimitOptions,
  FastifyRateLimitStore,
  FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { openRates, type Rates } from '../rates/lookup.ts';
import { isRead } from './authenticate.ts';

/** Counts reads and writes of each key and each session by the minute, over all processes; others by their address. */
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
    errorResponseBuilder: (_request, { max, ttl }) =>
      new Problem('rate_limited', {
        message: `Only ${max} requests of this kind a minute; try again in ${Math.ceil(ttl / 1000)} s.`,
      }),
  });
}

/** As the plugin wants it: a class, of which each route with a limit of its own gets another instance. */
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

function subjectOf({ caller, person, ip }: FastifyRequest): string {
  if (person !== undefined) return `session ${person.sessionId}`;
  return String(caller?.keyId ?? ip);
}
