/** What operators and their machines ask: does it live, does it work, how much. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { isMigrated } from '../db/migrate.ts';
import { readFigures } from '../figures/lookup.ts';
import type { LaneHealth } from '../publishing/lookup.ts';
import { readLaneHealth } from '../publishing/lookup.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Nobody is looked for in the database: it must answer while that is away. */
    isOperation?: boolean;
  }
}

/** Seconds within which a worker must have looked for work: twice the longest time it sleeps. */
const CLAIM_WITHIN = 30;
/** Seconds for which something claimable may lie unclaimed before the installation counts as stuck. */
const OLDEST_DUE = 120;

const DEAF =
  'Notifications of the database do not arrive; it is asked each second instead. Set DATABASE_DIRECT_URL.';

const STORAGE_AWAY =
  'The storage of media cannot be used: posts with media wait. The log says why, with where: storage.';

export function addOperation(
  app: FastifyInstance,
  ctx: Pick<Context, 'db' | 'meters' | 'config' | 'log' | 'isDraining' | 'isStorageAway'>,
): void {
  const config = { config: { rateLimit: false, isOperation: true } };
  app.get('/health', config, async () => ({ status: 'ok' }));
  app.get('/ready', config, async (_request, reply) => {
    const report = await readReadiness(ctx);
    return reply.code(report.status === 'ready' ? 200 : 503).send(report);
  });
  app.get('/metrics', config, async ({ headers }, reply) => {
    if (!mayRead(ctx.config.metricsToken, headers.authorization)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send('METRICS_TOKEN is set: send it.\n');
    }
    const { type, text } = await printFigures(ctx);
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
async function printFigures({ db, meters, log }: Pick<Context, 'db' | 'meters' | 'log'>) {
  const figures = await readFigures(db).catch((error: unknown) => {
    log.warn({ err: error }, 'the figures of the installation could not be read');
    return undefined;
  });
  return meters.print(db.use(), figures);
}

async function readReadiness(ctx: Pick<Context, 'db' | 'config' | 'isDraining' | 'isStorageAway'>) {
  if (ctx.isDraining) return { status: 'not ready', reasons: ['This process is stopping.'] };
  let health: LaneHealth | undefined;
  let migrated = false;
  try {
    migrated = await isMigrated(ctx.db);
    health = migrated ? await readLaneHealth(ctx.db) : undefined;
  } catch {
    return { status: 'not ready', reasons: ['The database cannot be reached.'] };
  }
  const ofWorkers = health === undefined ? [] : reasonsOf(health);
  // Who only answers requests does that as well while no worker runs: taken out, there would be nobody.
  const isApi = ctx.config.role === 'api';
  const reasons = [...(migrated ? [] : ['Migrations are missing.']), ...(isApi ? [] : ofWorkers)];
  return {
    status: reasons.length === 0 ? 'ready' : 'not ready',
    reasons,
    warnings: [
      ...(isApi ? ofWorkers : []),
      ...(ctx.db.isDeaf() ? [DEAF] : []),
      ...(ctx.isStorageAway() ? [STORAGE_AWAY] : []),
    ],
    last_claim_seconds: health?.lastClaim ?? null,
    oldest_due_seconds: health?.oldestDue ?? null,
  };
}

function reasonsOf({ lastClaim, oldestDue }: LaneHealth): string[] {
  const reasons: string[] = [];
  if (lastClaim === null) reasons.push('No worker is running.');
  else if (lastClaim > CLAIM_WITHIN)
    reasons.push(`No worker has looked for work for ${Math.round(lastClaim)} s.`);
  if (oldestDue > OLDEST_DUE)
    reasons.push(`Something has been due for ${Math.round(oldestDue)} s and is not claimed.`);
  return reasons;
}
