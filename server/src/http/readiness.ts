/** Whether this process does its work, and what a person should look at although it does. */
import type { Context } from '../context.ts';
import { isMigrated } from '../db/migrate.ts';
import { findIncompatibility } from '../db/releases.ts';
import { listNearlyFull, readDisks, sayFree } from '../disks.ts';
import { listRunning, type Running } from '../processes/lookup.ts';
import { type LaneHealth, readLaneHealth } from '../publishing/lookup.ts';
import { shareRuns } from '../shared-run.ts';

/** Seconds within which a worker must have looked for work: twice the longest time it sleeps. */
const CLAIM_WITHIN = 30;
/** Seconds for which something claimable may lie unclaimed before the installation counts as stuck. */
const OLDEST_DUE = 120;

const DEAF =
  'Notifications of the database do not arrive; it is asked each second instead. Set DATABASE_DIRECT_URL.';

const STORAGE_AWAY =
  'The storage of media cannot be used: posts with media wait. The log says why, with where: storage.';

type Ctx = Pick<Context, 'db' | 'config' | 'isDraining' | 'isStorageAway' | 'self'>;

/** Anybody may ask: the database is asked for one of them at a time. */
export function openReadiness(ctx: Ctx) {
  const read = shareRuns(() => readDatabase(ctx).catch(() => undefined));
  return () => readReadiness(ctx, read);
}

async function readReadiness(ctx: Ctx, read: () => Promise<Found | undefined>) {
  if (ctx.isDraining) return { status: 'not ready', reasons: ['This process is stopping.'] };
  const found = await read();
  if (found === undefined) return { status: 'not ready', reasons: ['The database cannot be reached.'] };
  const { health, bar, running } = found;
  const ofWorkers = health === undefined ? [] : reasonsOf(health);
  // Who only answers requests does that as well while no worker runs: taken out, there would be nobody.
  const isApi = ctx.config.role === 'api';
  const reasons = [
    ...(health === undefined ? ['Migrations are missing.'] : []),
    ...(bar === undefined ? [] : [bar]),
    ...(isApi ? [] : ofWorkers),
  ];
  return {
    status: reasons.length === 0 ? 'ready' : 'not ready',
    reasons,
    warnings: [
      ...(isApi ? ofWorkers : []),
      ...(ctx.db.isPolling() ? [DEAF] : []),
      ...(ctx.isStorageAway() ? [STORAGE_AWAY] : []),
      ...warnOfVersions(running),
      ...(await warnOfDisks(ctx)),
    ],
    last_claim_seconds: health?.lastClaim ?? null,
    oldest_due_seconds: health?.oldestDue ?? null,
  };
}

interface Found {
  /** Undefined: migrations are missing. */
  health: LaneHealth | undefined;
  bar: string | undefined;
  running: Running[];
}

async function readDatabase({ db, self }: Pick<Ctx, 'db' | 'self'>): Promise<Found> {
  if (!(await isMigrated(db))) return { health: undefined, bar: undefined, running: [] };
  return {
    health: await readLaneHealth(db),
    bar: await findIncompatibility(db, self.release.version),
    running: await listRunning(db),
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

function warnOfVersions(running: readonly Running[]): string[] {
  const versions = [...new Set(running.map(({ version }) => version))];
  if (versions.length < 2) return [];
  const all = versions.join(', ');
  return [`Several versions of Belfry run on this database: ${all}. Replace the older processes.`];
}

async function warnOfDisks({ config }: Pick<Ctx, 'config'>): Promise<string[]> {
  return listNearlyFull(await readDisks(config)).map((disk) => `A disk is nearly full: ${sayFree(disk)}`);
}
