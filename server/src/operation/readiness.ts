/** Reports whether this process can do its work, with warnings about problems that do not stop it. */
import type { Context } from '../base/context.ts';
import { describeFree, listNearlyFull, readDisks } from '../base/disks.ts';
import { shareRuns } from '../base/shared-run.ts';
import { isMigrated } from '../db/migrate.ts';
import { findIncompatibility } from '../db/releases.ts';
import { type LaneHealth, listRefusedFamilies, readLaneHealth } from '../lanes/index.ts';
import { listRunning, type Running } from '../process/index.ts';

/** Seconds since a worker last looked for work. Twice the longest time for which a worker sleeps. */
const MAX_CLAIM_AGE = 30;
/** Seconds for which a target may be due and unclaimed before the installation is not ready. */
const MAX_DUE_AGE = 120;

const NO_NOTIFICATIONS =
  'Notifications of the database do not arrive, so it is polled each second. Set DATABASE_DIRECT_URL.';

const STORAGE_UNREACHABLE =
  'The storage of media cannot be used: posts with media wait. The log says why, with where: storage.';

type Ctx = Pick<Context, 'db' | 'config' | 'isDraining' | 'isStorageUnreachable' | 'self'>;

/** Requests share one reading of the database at a time, since anyone may send them. */
export function openReadiness(ctx: Ctx) {
  const read = shareRuns(() => readDatabase(ctx).catch(() => undefined));
  return () => readReadiness(ctx, read);
}

async function readReadiness(ctx: Ctx, read: () => Promise<DatabaseState | undefined>) {
  if (ctx.isDraining) return { status: 'not ready', reasons: ['This process is stopping.'] };
  const state = await read();
  if (state === undefined) return { status: 'not ready', reasons: ['The database cannot be reached.'] };
  const { health, incompatibility, refused, running } = state;
  const workerReasons = health === undefined ? [] : reasonsOf(health);
  // An API process answers requests without workers, too. If it were not ready, the load balancer would have none.
  const isApi = ctx.config.role === 'api';
  const reasons = [
    ...(health === undefined ? ['Migrations are missing.'] : []),
    ...(incompatibility === undefined ? [] : [incompatibility]),
    ...(isApi ? [] : workerReasons),
  ];
  return {
    status: reasons.length === 0 ? 'ready' : 'not ready',
    reasons,
    warnings: [
      ...(isApi ? workerReasons : []),
      ...(ctx.db.isPolling() ? [NO_NOTIFICATIONS] : []),
      ...(ctx.isStorageUnreachable() ? [STORAGE_UNREACHABLE] : []),
      ...refused.map(warnOfRefusal),
      ...warnOfVersions(running),
      ...listNearlyFull(await readDisks(ctx.config)).map(
        (disk) => `A disk is nearly full: ${describeFree(disk)}`,
      ),
    ],
    last_claim_seconds: health?.lastClaim ?? null,
    oldest_due_seconds: health?.oldestDue ?? null,
  };
}

interface DatabaseState {
  /** Undefined: migrations are missing. */
  health: LaneHealth | undefined;
  /** Undefined: this release may run on the database. */
  incompatibility: string | undefined;
  /** The families whose app a network refuses. */
  refused: string[];
  running: Running[];
}

async function readDatabase({ db, self }: Pick<Ctx, 'db' | 'self'>): Promise<DatabaseState> {
  if (!(await isMigrated(db)))
    return { health: undefined, incompatibility: undefined, refused: [], running: [] };
  return {
    health: await readLaneHealth(db),
    incompatibility: await findIncompatibility(db, self.release.version),
    refused: await listRefusedFamilies(db),
    running: await listRunning(db),
  };
}

function reasonsOf({ lastClaim, oldestDue }: LaneHealth): string[] {
  const reasons: string[] = [];
  if (lastClaim === null) reasons.push('No worker is running.');
  else if (lastClaim > MAX_CLAIM_AGE)
    reasons.push(`No worker has looked for work for ${Math.round(lastClaim)} s.`);
  if (oldestDue > MAX_DUE_AGE)
    reasons.push(`Something has been due for ${Math.round(oldestDue)} s and is not claimed.`);
  return reasons;
}

function warnOfRefusal(family: string): string {
  return `A network refuses the app “${family}” of this installation, so posts wait. Correct the app or its keys. The log of the first workspace has the reason.`;
}

function warnOfVersions(running: readonly Running[]): string[] {
  const versions = [...new Set(running.map(({ version }) => version))];
  if (versions.length < 2) return [];
  const all = versions.join(', ');
  return [`Several versions of Belfry run on this database: ${all}. Replace the older processes.`];
}
