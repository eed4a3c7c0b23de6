/** The few things outside the API's table: the document of the API, and the return from a network's sign-in. */
import { describeApi } from '@belfry/contract/openapi.ts';
import type { FastifyInstance } from 'fastify';
import { finishSignIn } from '../channels/connect.ts';
import type { Context } from '../context.ts';

export function addPages(app: FastifyInstance, ctx: Context): void {
  const document = JSON.stringify(describeApi(ctx.config.publicUrl));
  app.get('/api/public/v1/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  app.get('/connect/callback', async (request, reply) => {
    const channels = await finishSignIn(ctx, request.query as Record<string, string>);
    return reply.header('referrer-policy', 'no-referrer').send({ data: channels });
  });
}
