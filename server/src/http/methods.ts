/** Answers requests whose path has endpoints, but none for their method. */
import type { FastifyInstance } from 'fastify';
import { Problem } from '../base/problem.ts';

/** In the order of the `Allow` header. */
const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers OPTIONS with 204 and other methods with 405, both with `Allow`. Call it before the routes are added. */
export function answerOtherMethods(app: FastifyInstance): void {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const entry = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) entry.methods.add(each);
    paths.set(url, entry);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = request.url.replace(/\?.*/s, '').replace(/(.)\/$/, '$1');
    const matching = [...paths.values()].filter(({ pattern }) => pattern.test(path));
    const methods = allMethods.filter((method) => matching.some((path) => path.methods.has(method)));
    if (methods.length === 0) return;
    const allow = [...methods, 'OPTIONS'].join(', ');
    if (request.method !== 'OPTIONS') throw new Problem('method_not_allowed', { headers: { allow } });
    return reply.code(204).header('allow', allow).send();
  });
}

function patternOf(url: string): RegExp {
  const parts = url.split(/(:\w+(?:\(\^.*\$\))?)/).map((part) => {
    if (!part.startsWith(':')) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return /\(\^(.*)\$\)/.exec(part)?.[1] ?? '[^/]+';
  });
  return new RegExp(`^${parts.join('')}$`);
}
