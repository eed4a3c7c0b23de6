/** The HTTP server: the endpoints of the API, of operators, and of hosted networks. */
import { type FastifyInstance, fastify } from 'fastify';
import { openIdHandlers } from '../accounts/openid/routes.ts';
import { passkeyHandlers } from '../accounts/passkeys/routes.ts';
import { sessionHandlers } from '../accounts/routes.ts';
import { attentionHandlers } from '../attention/routes.ts';
import type { Context } from '../base/context.ts';
import { channelHandlers } from '../channels/routes.ts';
import { commentHandlers } from '../comments/routes.ts';
import { erasureHandlers } from '../data/erasure/routes.ts';
import { exportHandlers } from '../data/exports/routes.ts';
import { eventHandlers } from '../events/routes.ts';
import { answerClientError, createApp, Response } from '../http/index.ts';
import { keyHandlers } from '../keys/routes.ts';
import { labelHandlers } from '../labels/routes.ts';
import { liveHandlers } from '../live/routes.ts';
import { captionHandlers } from '../media/captions/routes.ts';
import { linkCardHandlers } from '../media/cards/routes.ts';
import { mediaHandlers } from '../media/library/routes.ts';
import { uploadHandlers } from '../media/uploads/routes.ts';
import { networkAppHandlers } from '../network-apps/routes.ts';
import { noticeHandlers } from '../notices/routes.ts';
import { addOperation } from '../operation/index.ts';
import { addPages } from '../pages/index.ts';
import { postHandlers } from '../posts/routes.ts';
import { searchHandlers } from '../search/routes.ts';
import { setupHandlers } from '../setup/routes.ts';
import { startHandlers } from '../start/routes.ts';
import { openStreams } from '../streams/index.ts';
import { verificationFileHandlers } from '../verification-files/routes.ts';
import { webhookHandlers } from '../webhooks/routes.ts';
import { workspaceHandlers } from '../workspaces/routes.ts';
import { mountServices } from './services/mount.ts';

export async function buildApp(ctx: Context): Promise<FastifyInstance> {
  const streams = openStreams(ctx);
  const app = await createApp(ctx, {
    ...postHandlers(ctx),
    ...labelHandlers(ctx),
    ...searchHandlers(ctx),
    ...liveHandlers(ctx),
    ...attentionHandlers(ctx),
    ...commentHandlers(ctx),
    ...channelHandlers(ctx),
    ...networkAppHandlers(ctx),
    ...verificationFileHandlers(ctx),
    ...mediaHandlers(ctx),
    ...captionHandlers(ctx),
    ...uploadHandlers(ctx),
    ...linkCardHandlers(ctx),
    ...sessionHandlers(ctx),
    ...passkeyHandlers(ctx),
    ...openIdHandlers(ctx),
    ...workspaceHandlers(ctx),
    ...exportHandlers(ctx),
    ...erasureHandlers(ctx),
    ...keyHandlers(ctx),
    ...eventHandlers(ctx, streams),
    ...webhookHandlers(ctx),
    ...noticeHandlers(ctx),
    ...setupHandlers(ctx),
    ...startHandlers(ctx),
  });
  // Before the server waits for open requests, because streams do not end by themselves.
  app.addHook('preClose', () => streams.close());
  addOperation(app, ctx);
  await addPages(app, ctx);
  await mountServices(app, ctx);
  return app;
}

/** The HTTP server of a process without the API. */
export async function buildOperation(ctx: Context): Promise<FastifyInstance> {
  const app = fastify({
    http: { ServerResponse: Response },
    clientErrorHandler: answerClientError,
  });
  addOperation(app, ctx);
  // Hosted networks answer in every process, because they keep all their data in the database.
  await mountServices(app, ctx);
  return app;
}
