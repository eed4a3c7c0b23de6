/** What an address answers to the methods that it has no endpoint for. */
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';

/** In the order in which `Allow` names them. */
const known = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** OPTIONS gets 204, others 405, both with `Allow`. To be called before the routes are added. */
export function answerOtherMethods(app: FastifyInstance): void {
  const places = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const place = places.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) place.methods.add(each);
    places.set(url, place);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = request.url.replace(/\?.*/s, '').replace(/(.)\/$/, '$1');
    const here = [...places.values()].filter(({ pattern }) => pattern.test(path));
    const methods = known.filter((method) => here.some((place) => place.methods.has(method)));
    if (methods.length === 0) return;
    const allow = [...methods, 'OPTIONS'].join(', ');
    if (request.method !== 'OPTIONS') throw new Problem('method_not_allowed', { headers: { allow } });
    return reply.code(204).header('allow', allow).send();
  });
}

function patternOf(url: string): RegExp {
  const literal = url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/:\w+/g, '[^/]+')}$`);
}
