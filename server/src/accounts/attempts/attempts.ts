/**
 * Limits attempts to sign in, by e-mail address and by network address. Addresses without a user are counted the same
 * way. Guessing elsewhere does not lock a person out of the browsers that they use.
 */
import { placeOf } from '../../base/place.ts';
import { Problem } from '../../base/problem.ts';
import type { Database, Db, Tx } from '../../db/database.ts';
import { countAttempt, deleteSubject, readBlock, removeFailure, type Subject } from './store.ts';

/**
 * Failures of one known browser or session, or for one e-mail address from one network address. A failure counts if it
 * follows within an hour of the one before. Each further failure blocks for 1, 2, 4, 8, then 15 minutes.
 */
const MAX_FROM_ONE_SOURCE = 10;
/** Failures for one e-mail address from all unknown browsers. Strangers can exhaust it, so known ones count apart. */
const MAX_PER_EMAIL = 100;
/** Many people may share one network address. */
const MAX_PER_ADDRESS = 50;

export interface Attempt {
  /** If absent, only the network address is counted. */
  email?: string;
  /** The network address of the request. */
  address: string;
  /** A browser that signed in with this e-mail address before, or a session. It is counted apart from all others. */
  known?: string | undefined;
  /** Set when a user wants this e-mail address. Such attempts have a limit of their own. */
  isClaim?: true;
}

/** Counts the attempt as failed before it is checked. Throws `rate_limited` after too many. */
export async function beginAttempt(db: Database, attempt: Attempt): Promise<void> {
  await db.transaction(async (tx) => {
    for (const subject of subjectsOf(attempt)) {
      if (!(await countAttempt(tx, subject))) throw rateLimited(await readBlock(tx, subject));
    }
  });
}

/** The password was right but the code was missing: neither a failure nor a success. */
export async function undoAttempt(db: Db, attempt: Attempt): Promise<void> {
  for (const subject of subjectsOf(attempt)) await removeFailure(db, subject);
}

/** The attempt succeeded. Deletes the failures of this source. Counters of several sources lose only this attempt. */
export async function passAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  for (const subject of subjectsOf(attempt)) {
    if (subject.isShared) await removeFailure(tx, subject);
    else await deleteSubject(tx, subject);
  }
}

/** Always in this order, because the caller locks their rows one after the other. */
function subjectsOf({ email, address, known, isClaim }: Attempt): (Subject & { isShared: boolean })[] {
  const place = placeOf(address);
  if (isClaim === true) return [{ name: `claim:${place}`, limit: MAX_PER_ADDRESS, isShared: true }];
  const ofPlace = { name: `address:${place}`, limit: MAX_PER_ADDRESS, isShared: true };
  if (known !== undefined)
    return [{ name: `known:${known}`, limit: MAX_FROM_ONE_SOURCE, isShared: false }, ofPlace];
  if (email === undefined) return [ofPlace];
  return [
    { name: `email:${email} address:${place}`, limit: MAX_FROM_ONE_SOURCE, isShared: false },
    { name: `email:${email}`, limit: MAX_PER_EMAIL, isShared: true },
    ofPlace,
  ];
}

function rateLimited(seconds: number): Problem {
  return new Problem('rate_limited', {
    message: `Too many attempts to sign in. Try again in ${seconds} s.`,
    headers: { 'retry-after': String(seconds) },
  });
}
