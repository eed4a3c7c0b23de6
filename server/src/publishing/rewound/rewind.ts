/**
 * A database that was restored knows nothing of what went out since. Whatever was due by now may be live: none of it
 * is sent before a person has looked.
 */
import type { Database, Db } from '../../db/database.ts';
import { drainLanes } from '../settling/settle.ts';
import * as store from './store.ts';

export interface Rewound {
  /** Targets that were due, and posts with such a target. */
  unconfirmed_targets: number;
  unconfirmed_posts: number;
  /** Good now, also where they were ended since: a person must look through them. */
  keys: number;
  invitations: number;
}

const MESSAGE =
  'It was due before Belfry was restored from a backup, so it may already be live; look before you retry.';

/** More than an installation draws between a backup and its loss. */
const LEAP = 1_000_000;
/** More beats than there can have been. */
const RESTORE = 1_000_000_000;

/** `since`: what happened after that moment is not known. Before anything is published from the database. */
export async function rewind(tx: Db, since: string): Promise<Rewound> {
  await store.raiseHeartbeat(tx, RESTORE);
  await store.leapIds(tx, LEAP);
  await store.lockDue(tx);
  const error = { code: 'outcome_unknown', message: MESSAGE, retryable: false };
  const { targets, posts } = await store.failDue(tx, since, error);
  await drainLanes(tx, await store.clearLanes(tx));
  await store.endPassing(tx);
  return {
    unconfirmed_targets: targets,
    unconfirmed_posts: posts,
    ...(await store.countOpen(tx)),
  };
}

const DEADLOCK = '40P01';

/** A rewinding locks lanes before posts, and who saves a post comes the other way: whoever gave way begins again. */
export async function seeThrough<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await db.bulk(work);
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK) throw error;
    }
  }
}

/** As {@link rewind}, of a database that tells by itself when it was last at work. */
export async function rewindFromBeat(db: Database): Promise<Rewound & { since: string }> {
  return seeThrough(db, async (tx) => {
    const { last_at } = await store.raiseHeartbeat(tx, 1);
    return { since: last_at, ...(await rewind(tx, last_at)) };
  });
}
