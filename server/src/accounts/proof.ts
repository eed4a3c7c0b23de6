/** Asks a signed-in person for their password again, before actions that a stolen session must not perform. */
import { detail } from '@belfry/contract/details.ts';
import type { Person } from '../access/person.ts';
import { invalid, Problem } from '../base/problem.ts';
import type { Database } from '../db/database.ts';
import { type Attempt, beginAttempt } from './attempts/attempts.ts';
import { isPassword } from './password.ts';
import { findUsersByAddress, isFresh, readUser, type UserRow } from './store.ts';

/**
 * Answers the user with this e-mail address and password: the user who has the address, or else one who lost it.
 * Counts an attempt; the caller calls `passAttempt` when the sign-in succeeds.
 */
export async function verifyCredentials(
  db: Database,
  attempt: Attempt & { email: string },
  password: string,
): Promise<UserRow | undefined> {
  await beginAttempt(db, attempt);
  const [first, second] = await findUsersByAddress(db, attempt.email);
  if (await isPassword(first?.password_hash, password)) return first;
  return second && (await isPassword(second.password_hash, password)) ? second : undefined;
}

/**
 * Like {@link verifyCredentials}, for a signed-in person. Throws a 422 of the field for a wrong password. A person
 * without a password must have signed in within the last ten minutes, otherwise this throws `proof_required`.
 */
export async function requireProof(
  db: Database,
  who: Person,
  attempt: Attempt,
  password: string | undefined,
  field = 'password',
): Promise<UserRow> {
  const own = await readUser(db, who.userId);
  if (own === undefined) throw new Problem('unauthenticated');
  if (own.password_hash === '') {
    if (!(await isFresh(db, who.sessionId))) throw new Problem('proof_required');
    await beginAttempt(db, attempt);
    return own;
  }
  if (password === undefined) throw invalid([detail(field, 'required')]);
  await beginAttempt(db, attempt);
  const isRight = await isPassword(own.password_hash, password);
  if (!isRight) throw invalid([detail(field, 'wrong_password')]);
  return own;
}

/** An attempt of a signed-in person. */
export function attemptOf({ sessionId }: Person, address: string): Attempt {
  return { address, known: `session ${sessionId}` };
}
