/** What operators and their machines ask: does it live, does it work, how much. */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { isMigrated } from '../db/migrate.ts';
import type { LaneHealth } from '../publishing/lookup.ts';
import { readLaneHealth } from '../publishing/lookup.ts';
import { readWebhookHealth } from '../webhooks/lookup.ts';

/** Seconds within which a worker must have looked for work: twice the longest time it sleeps. */
const CLAIM_WITHIN = 30;
/** Seconds for which something claimable may lie unclaimed before the installation counts as stuck. */
const OLDEST_DUE = 120;

export function addOperation(app: FastifyInstance, ctx: Pick<Context, 'db' | 'meters'>): void {
  const config = { config: { rateLimit: false } };
  app.get('/health', config, async () => ({ status: 'ok' }));
  app.get('/ready', config, async (_request, reply) => {
    const report = await readReadiness(ctx);
    return reply.code(report.status === 'ready' ? 200 : 503).send(report);
  });
  app.get('/metrics', config, async (_request, reply) => {
    const health = [await readLaneHealth(ctx.db), await readWebhookHealth(ctx.db)] as const;
    const { type, text } = await ctx.meters.print(...health);
    return reply.type(type).send(text);
  });
}

async function readReadiness(ctx: Pick<Context, 'db'>) {
  let health: LaneHealth | undefined;
  let migrated = false;
  try {
    migrated = await isMigrated(ctx.db);
    health = migrated ? await readLaneHealth(ctx.db) : undefined;
  } catch {
    return { status: 'not ready', reasons: ['The database cannot be reached.'] };
  }
  const reasons = [
    ...(migrated ? [] : ['Migrations are missing.']),
    ...(health === undefined ? [] : reasonsOf(health)),
  ];
  return {
    status: reasons.length === 0 ? 'ready' : 'not ready',
    reasons,
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
