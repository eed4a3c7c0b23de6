/**
 * A restored database does not know what went out after the backup. A target that was due by now may be live, so Belfry
 * does not send it until a person has checked.
 */
import type { DoubtCause } from '@belfry/contract/targets.ts';
import type { Database, Tx } from '../../db/database.ts';
import { clearLanes, drainLanes, failDue, lockDue } from '../../lanes/index.ts';
import * as store from './store.ts';

export interface Rewound {
  /** Targets that were due, and posts with such a target. */
  unconfirmed_targets: number;
  unconfirmed_posts: number;
  /** API keys that are valid now, even if they were revoked after the backup. A person must review them. */
  keys: number;
  /** Invitations, likewise. */
  invitations: number;
}

const MESSAGE =
  'The post was due before Belfry was restored from a backup, so it may already be live. Look at the network, then say whether it is.';

/** Added to every id sequence: more ids than an installation uses between a backup and a restore. */
const ID_JUMP = 1_000_000;
/** Added to the heartbeat counter, so that it passes any value that a process may remember. */
const COUNTER_JUMP = 1_000_000_000;

/** Call it before anything is published. `since`: the time of the backup. Later changes are unknown. */
export async function rewind(tx: Tx, since: string): Promise<Rewound> {
  await store.raiseHeartbeat(tx, COUNTER_JUMP);
  await store.skipIds(tx, ID_JUMP);
  await lockDue(tx);
  const { targets, posts } = await failDue(tx, since, {
    code: 'outcome_unknown',
    message: MESSAGE,
    retryable: false,
    details: { cause: 'restored' satisfies DoubtCause },
  });
  await store.deleteProcesses(tx);
  await drainLanes(tx, await clearLanes(tx));
  await store.endTemporaryAccess(tx);
  return {
    unconfirmed_targets: targets,
    unconfirmed_posts: posts,
    ...(await store.countCredentials(tx)),
  };
}

const DEADLOCK = '40P01';

/** A rewind locks lanes before posts, and a save locks its post before the lanes. Retries a rewind that deadlocks. */
export async function retryDeadlocks<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await db.transactionWithoutTimeouts(work);
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK) throw error;
    }
  }
}

/** As {@link rewind}, since the last heartbeat that the database has stored. */
export async function rewindFromBeat(db: Database): Promise<Rewound & { since: string }> {
  return retryDeadlocks(db, async (tx) => {
    const { last_at } = await store.raiseHeartbeat(tx, 1);
    return { since: last_at, ...(await rewind(tx, last_at)) };
  });
}
