/** The few things outside the API's table: two pages, the document of the API, the return from a sign-in. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeApi } from '@belfry/contract/openapi.ts';
import type { FastifyInstance } from 'fastify';
import { finishSignIn } from '../channels/connect.ts';
import type { Context } from '../context.ts';
import { escapeHtml } from '../html.ts';
import { addUnsubscribe } from './unsubscribe.ts';

const DIRECTORY = join(import.meta.dirname, '../../pages');

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const files = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/setup': ['setup.html', 'text/html; charset=utf-8'],
  '/pages/style.css': ['style.css', 'text/css; charset=utf-8'],
  '/pages/setup.js': ['setup.js', 'text/javascript; charset=utf-8'],
} as const;

export async function addPages(app: FastifyInstance, ctx: Context): Promise<void> {
  for (const [path, [name, type]] of Object.entries(files)) {
    const content = await readFile(join(DIRECTORY, name), 'utf8');
    app.get(path, (_request, reply) => reply.headers(headers).type(type).send(content));
  }
  await addUnsubscribe(app, ctx, { template: join(DIRECTORY, 'unsubscribe.html'), headers });
  const connected = await readFile(join(DIRECTORY, 'connected.html'), 'utf8');
  // As bytes: anybody may ask, and a text would be encoded for each.
  let document: Buffer | undefined;
  app.get('/api/public/v1/openapi.json', async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(describeApi(ctx.config.publicUrl)));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/connect/callback', async (request, reply) => {
    // Also of a refusal: the address holds the network's code.
    void reply.headers(headers);
    const channels = await finishSignIn(ctx, request.person, single(request.query));
    const names = channels.map(({ username }) => `<li>@${escapeHtml(username)}</li>`).join('');
    return reply.type('text/html; charset=utf-8').send(connected.replace('<!-- channels -->', () => names));
  });
}

/** Parameters that stand once; a network sends none of them twice. */
function single(query: unknown): Record<string, string> {
  const texts = Object.entries(query as object).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}
