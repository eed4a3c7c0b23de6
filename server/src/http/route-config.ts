/** How Fastify's hooks treat a route of the contract. They run before its handler. */
import type { Route } from '@belfry/contract/route.ts';
import type { FastifyContextConfig } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests change nothing, whatever their method. */
    reads?: boolean;
    /** The query may name the workspace. */
    namesWorkspace?: boolean;
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function configOf({ reads, perHour, perMinute, query }: Route): FastifyContextConfig {
  const [max, timeWindow] = perHour === undefined ? [perMinute, MINUTE] : [perHour, HOUR];
  const { properties = {} } = (query ?? {}) as { properties?: object };
  return {
    ...(reads && { reads }),
    ...('workspace' in properties && { namesWorkspace: true }),
    ...(max !== undefined && { rateLimit: { max, timeWindow } }),
  };
}
