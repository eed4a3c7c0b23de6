/** The web app: one page at every address that a person may open, and its files, whose names change with their bytes. */
import { extname } from 'node:path';
import { places } from '@belfry/contract/places.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/index.ts';
import { escapeHtml } from '../text/html.ts';
import type { WebApp, WebFile } from '../web-app/index.ts';

/**
 * Scripts, styles and connections to ourselves only. Text never becomes a script: the one policy that may make an
 * address of a script admits our own worker only.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  'trusted-types belfry',
  "require-trusted-types-for 'script'",
].join('; ');

type Site = Pick<Config, 'publicUrl'>;

/** Browsers ignore the rule for windows over http, and log an error for each page. */
function headersOf({ publicUrl }: Site): Record<string, string> {
  const isTrusted = /^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(publicUrl);
  return {
    'content-security-policy': policy,
    'referrer-policy': 'same-origin',
    ...(isTrusted && { 'cross-origin-opener-policy': 'same-origin' }),
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  };
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Files that browsers look for by these names. The worker may serve every place, because it lies at the root. */
const fixed = [
  'sw.js',
  'app.webmanifest',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
  'apple-touch-icon.png',
];

/** Opening a page reads many files, which cost little. */
const unlimited = { config: { rateLimit: false } } as const;

const NAME = '^[A-Za-z0-9_.-]{1,120}$';

export function addWebApp(app: FastifyInstance, web: WebApp, site: Site): void {
  const sendPage = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const found = await web.page(accepted(headers['accept-encoding']));
    if (found === undefined) return sendWaiting(reply, site, web.failure);
    const etag = `"${found.build}"`;
    reply.headers({ ...headersOf(site), 'cache-control': 'no-cache', etag });
    if (headers['if-none-match'] === etag && reply.statusCode === 200) return reply.code(304).send();
    return send(reply, found.file, 'text/html; charset=utf-8');
  };
  for (const path of places) app.get(path, unlimited, sendPage);
  // The page says that nothing is there, and leads on.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isOpenedByPerson(request)) return sendPage(request, reply.code(404));
  });
  for (const name of fixed) {
    app.get(`/${name}`, unlimited, async (request, reply) => {
      const file = await web.fixed(name, accepted(request.headers['accept-encoding']));
      if (file === undefined) return reply.callNotFound();
      // Browsers ask again, so that a new worker is noticed at once.
      reply.headers({ ...headersOf(site), 'cache-control': 'no-cache' });
      return send(reply, file, types[extname(name)] ?? '');
    });
  }
  app.get<{ Params: { name: string } }>(
    `/assets/:name(${NAME})`,
    unlimited,
    async ({ params, headers: sent }, reply) => {
      const type = types[extname(params.name)];
      const file = type && (await web.asset(params.name, accepted(sent['accept-encoding'])));
      if (!file) return reply.callNotFound();
      reply.headers({ ...headersOf(site), 'cache-control': 'public, max-age=31536000, immutable' });
      return send(reply, file, type);
    },
  );
}

/** Whether a browser asks for a page, not a program for an endpoint or a page for a file. */
function isOpenedByPerson({ method, url, headers }: FastifyRequest): boolean {
  const path = url.replace(/\?.*/s, '');
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !/^\/api\/|\.[^/]*$/.test(path);
}

function accepted(header: string | string[] | undefined): string {
  return String(header ?? '').slice(0, 200);
}

function send(reply: FastifyReply, { bytes, encoding }: WebFile, type: string): FastifyReply {
  reply.type(type);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.send(bytes);
}

function sendWaiting(reply: FastifyReply, site: Site, failure: string | undefined): FastifyReply {
  const text =
    failure === undefined
      ? '<p>Belfry prepares its pages. This takes some seconds after a new version has started.</p>'
      : `<p>Belfry could not build its pages. The API works. Its log says why:</p><pre>${escapeHtml(failure)}</pre>`;
  return reply
    .headers({ ...headersOf(site), 'content-security-policy': "default-src 'none'", refresh: '2' })
    .code(503)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><title>Belfry</title>${text}</html>\n`);
}
