/**
 * Bounds how often somebody may try to prove who they are, by the e-mail address they name and by where they come
 * from. It counts alike for addresses that nobody has, and by guessing nobody locks out the person themselves.
 */
import type { Database, Db } from '../../db/database.ts';
import { placeOf } from '../../place.ts';
import { Problem } from '../../problem.ts';
import type { Subject } from './store.ts';
import { countAttempt, forgetSubject, readBlock, takeBack } from './store.ts';

/** Failures within an hour of each other; after that, each is followed by a minute's wait that doubles up to 15. */
const MOST_FROM_ONE = 10;
/** From all places but those that are known. Strangers can use them up for somebody; so these are not the only ones. */
const MOST_BY_EMAIL = 100;
/** Many people may share one network address. */
const MOST_BY_ADDRESS = 50;

export interface Attempt {
  /** Absent where nobody is named: then it counts by the place alone. */
  email?: string;
  /** Where the request came from. */
  address: string;
  /** A browser that has signed in with this e-mail address before, or a session: it counts for itself. */
  known?: string | undefined;
  /** To give an account an address. A refusal tells that another account has it; it is counted apart from sign-ins. */
  isClaim?: true;
}

/** Counts it as failed, before it is looked at. Throws `rate_limited` when there were too many. */
export async function beginAttempt(db: Database, attempt: Attempt): Promise<void> {
  await db.transaction(async (tx) => {
    for (const subject of subjectsOf(attempt)) {
      if (!(await countAttempt(tx, subject))) throw tooMany(await readBlock(tx, subject));
    }
  });
}

/** It was right in what it said, but not enough: neither a failure nor a success. */
export async function dropAttempt(tx: Db, attempt: Attempt): Promise<void> {
  for (const subject of subjectsOf(attempt)) await takeBack(tx, subject);
}

/** It succeeded: what this one failed before is forgotten, what failed elsewhere, or for others, is not. */
export async function passAttempt(tx: Db, attempt: Attempt): Promise<void> {
  for (const subject of subjectsOf(attempt)) {
    if (subject.isShared) await takeBack(tx, subject);
    else await forgetSubject(tx, subject);
  }
}

/** Always in this order, since their rows are locked one after the other. */
function subjectsOf({ email, address, known, isClaim }: Attempt): (Subject & { isShared: boolean })[] {
  const place = placeOf(address);
  if (isClaim === true) return [{ name: `claim:${place}`, most: MOST_BY_ADDRESS, isShared: true }];
  const ofPlace = { name: `address:${place}`, most: MOST_BY_ADDRESS, isShared: true };
  if (known !== undefined) return [{ name: `known:${known}`, most: MOST_FROM_ONE, isShared: false }, ofPlace];
  if (email === undefined) return [ofPlace];
  return [
    { name: `email:${email} address:${place}`, most: MOST_FROM_ONE, isShared: false },
    { name: `email:${email}`, most: MOST_BY_EMAIL, isShared: true },
    ofPlace,
  ];
}

function tooMany(seconds: number): Problem {
  return new Problem('rate_limited', {
    message: `Too many attempts to sign in; try again in ${seconds} s.`,
    headers: { 'retry-after': String(seconds) },
  });
}

export { deleteOldAttempts } from './store.ts';
