/** Endpoints outside the contract's table: pages, the OpenAPI document, and the callback of a network's sign-in. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../base/context.ts';
import { finishSignIn } from '../channels/index.ts';
import { singleValues } from '../http/index.ts';
import { escapeHtml } from '../text/html.ts';
import { addPublicFiles } from './public-files.ts';
import { addUnsubscribe } from './unsubscribe.ts';
import { addWebApp } from './web-app.ts';
import { addWithdrawals } from './withdrawals.ts';

const DIRECTORY = join(import.meta.dirname, '../../pages');

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

export async function addPages(app: FastifyInstance, ctx: Context): Promise<void> {
  const style = await readFile(join(DIRECTORY, 'style.css'), 'utf8');
  app.get('/pages/style.css', (_request, reply) =>
    reply.headers(headers).type('text/css; charset=utf-8').send(style),
  );
  addPublicFiles(app, ctx);
  addWebApp(app, ctx.webApp, ctx.config);
  await addWithdrawals(app, ctx, { template: join(DIRECTORY, 'deletion.html'), headers });
  await addUnsubscribe(app, ctx, { template: join(DIRECTORY, 'unsubscribe.html'), headers });
  const connected = await readFile(join(DIRECTORY, 'connected.html'), 'utf8');
  // As bytes, since a text would be encoded again for each request.
  let document: Buffer | undefined;
  app.get('/api/public/v1/openapi.json', async (_request, reply) => {
    if (document === undefined) {
      // Loaded when it is asked for, since a service rarely shows it.
      const { describeApi } = await import('@belfry/contract/openapi.ts');
      document = Buffer.from(JSON.stringify(describeApi(ctx.config.publicUrl)));
    }
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/connect/callback', async (request, reply) => {
    // Set before an error can occur: the URL contains the network's code, so it must not be sent as a referrer.
    void reply.headers(headers);
    const end = await finishSignIn(ctx, request.person, singleValues(request.query as object));
    if ('error' in end) return reply.redirect(returnUrl(ctx, end.returnTo, { error: end.error }), 303);
    if ('choice' in end) {
      const query = new URLSearchParams({ id: `${end.choice}`, workspace: `${end.workspaceId}` });
      return reply.redirect(`${ctx.config.publicUrl}/connect/choose?${query}`, 303);
    }
    if (end.returnTo !== null) {
      const connected = end.connected.map(({ id }) => id).join(',');
      return reply.redirect(returnUrl(ctx, end.returnTo, { connected }), 303);
    }
    const names = end.connected.map(({ username }) => `<li>@${escapeHtml(username)}</li>`).join('');
    return reply.type('text/html; charset=utf-8').send(connected.replace('<!-- channels -->', () => names));
  });
}

/** The path may have a query of its own. */
function returnUrl({ config }: Context, path: string, added: Record<string, string>): string {
  const url = new URL(path, config.publicUrl);
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value);
  return url.href;
}
