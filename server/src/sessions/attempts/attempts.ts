/**
 * Bounds how often somebody may try to prove who they are, by the e-mail address they name and by where they come
 * from. It counts alike for addresses that nobody has.
 */
import ipaddr from 'ipaddr.js';
import type { Database, Db } from '../../db/database.ts';
import { Problem } from '../../problem.ts';
import type { Subject } from './store.ts';
import { countAttempt, forgetSubject, readBlock, takeBack } from './store.ts';

/** Failures within an hour of each other; after that, each is followed by a minute's wait that doubles up to 15. */
const MOST_BY_EMAIL = 10;
/** Many people may share one network address. */
const MOST_BY_ADDRESS = 50;

export interface Attempt {
  email: string;
  /** Where the request came from. */
  address: string;
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

/** It succeeded: what failed before under this e-mail address is forgotten, what failed from this place is not. */
export async function passAttempt(tx: Db, attempt: Attempt): Promise<void> {
  const [email, address] = subjectsOf(attempt);
  await forgetSubject(tx, email);
  await takeBack(tx, address);
}

function subjectsOf({ email, address }: Attempt): [Subject, Subject] {
  return [
    { name: `email:${email}`, most: MOST_BY_EMAIL },
    { name: `address:${placeOf(address)}`, most: MOST_BY_ADDRESS },
  ];
}

/** One customer of a provider has a whole /64 of IPv6 addresses. */
function placeOf(address: string): string {
  // A proxy may have passed on what is no address.
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).join(':') : ip.toString();
}

function tooMany(seconds: number): Problem {
  return new Problem('rate_limited', {
    message: `Too many attempts to sign in; try again in ${seconds} s.`,
    headers: { 'retry-after': String(seconds) },
  });
}

export { deleteOldAttempts } from './store.ts';
