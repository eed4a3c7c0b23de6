/** What operators and their machines ask: does it live, does it work, how much. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { readDisks } from '../disks.ts';
import { readFigures } from '../figures/lookup.ts';
import { shareRuns } from '../shared-run.ts';
import { openReadiness } from './readiness.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Nobody is looked for in the database: it must answer while that is away. */
    isOperation?: boolean;
  }
}

export function addOperation(
  app: FastifyInstance,
  ctx: Pick<Context, 'db' | 'meters' | 'config' | 'log' | 'isDraining' | 'self' | 'isStorageAway'>,
): void {
  const config = { config: { rateLimit: false, isOperation: true } };
  const readReadiness = openReadiness(ctx);
  const readMetrics = shareRuns(() => printFigures(ctx));
  app.get('/health', config, async () => ({ status: 'ok' }));
  app.get('/ready', config, async (_request, reply) => {
    const report = await readReadiness();
    return reply.code(report.status === 'ready' ? 200 : 503).send(report);
  });
  app.get('/metrics', config, async ({ headers }, reply) => {
    if (!mayRead(ctx.config.metricsToken, headers.authorization)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send('METRICS_TOKEN is set: send it.\n');
    }
    const { type, text } = await readMetrics();
    return reply.type(type).send(text);
  });
}

function mayRead(token: string | undefined, authorization = ''): boolean {
  if (token === undefined) return true;
  return timingSafeEqual(digest(`Bearer ${token}`), digest(authorization));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The process's own figures are needed most while the database is away. */
async function printFigures({ db, meters, log, config }: Pick<Context, 'db' | 'meters' | 'log' | 'config'>) {
  const figures = await readFigures(db).catch((error: unknown) => {
    log.warn({ err: error }, 'the figures of the installation could not be read');
    return undefined;
  });
  return meters.print({ pool: db.use(), disks: await readDisks(config) }, figures);
}
