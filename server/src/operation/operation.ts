/** Endpoints for operators and their monitoring: health, readiness and metrics. */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../base/context.ts';
import { readDisks } from '../base/disks.ts';
import { shareRuns } from '../base/shared-run.ts';
import { isSameSecret } from '../base/token.ts';
import { readFigures } from './figures/read.ts';
import { openReadiness } from './readiness.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request is not authenticated, since it must be answered while the database is unreachable. */
    isOperation?: boolean;
  }
}

export function addOperation(
  app: FastifyInstance,
  ctx: Pick<
    Context,
    'db' | 'networks' | 'meters' | 'config' | 'log' | 'isDraining' | 'self' | 'isStorageUnreachable'
  >,
): void {
  const config = { config: { rateLimit: false, isOperation: true } };
  const readReadiness = openReadiness(ctx);
  const readMetrics = shareRuns(() => printMetrics(ctx));
  app.get('/health', config, async () => ({ status: 'ok' }));
  app.get('/ready', config, async (_request, reply) => {
    const report = await readReadiness();
    return reply.code(report.status === 'ready' ? 200 : 503).send(report);
  });
  app.get('/metrics', config, async ({ headers }, reply) => {
    const { metricsToken } = ctx.config;
    if (metricsToken !== undefined && !isSameSecret(headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send('METRICS_TOKEN is set. Send it as a bearer token.\n');
    }
    const { type, text } = await readMetrics();
    return reply.type(type).send(text);
  });
}

/** Without the database, prints only this process's own metrics. They are needed most while the database is unreachable. */
async function printMetrics(ctx: Pick<Context, 'db' | 'networks' | 'meters' | 'log' | 'config'>) {
  const { db, meters, log, config } = ctx;
  const figures = await readFigures(ctx).catch((error: unknown) => {
    log.warn({ err: error }, 'the metrics of the installation could not be read');
    return undefined;
  });
  return meters.print({ pool: db.use(), disks: await readDisks(config) }, figures);
}
