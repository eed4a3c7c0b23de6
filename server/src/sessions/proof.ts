/** Lets people show again who they are, before what a stolen session must not do. */
import type { Database } from '../db/database.ts';
import { invalid, Problem } from '../problem.ts';
import type { Attempt } from './attempts/attempts.ts';
import { beginAttempt } from './attempts/attempts.ts';
import { isPassword } from './password.ts';
import type { Person } from './person.ts';
import type { Account } from './store.ts';
import { findAccounts, isFresh, readAccount } from './store.ts';

/**
 * Whose e-mail address and password these are: of the account that has the address, else of one that lost it. Counts
 * an attempt: the caller says when it passed.
 */
export async function provePassword(
  db: Database,
  attempt: Attempt & { email: string },
  password: string,
): Promise<Account | undefined> {
  await beginAttempt(db, attempt);
  const [holder, loser] = await findAccounts(db, attempt.email);
  if (await isPassword(holder?.password_hash, password)) return holder;
  return loser && (await isPassword(loser.password_hash, password)) ? loser : undefined;
}

/**
 * As {@link provePassword}, of somebody signed in: a wrong password is a 422 of the field. Whoever has none has
 * signed in a moment ago, or is told to (`proof_required`).
 */
export async function requireProof(
  db: Database,
  who: Person,
  attempt: Attempt,
  password: string | undefined,
  field = 'password',
): Promise<Account> {
  const own = await readAccount(db, who.userId);
  if (own === undefined) throw new Problem('unauthenticated');
  if (own.password_hash === '') {
    if (!(await isFresh(db, who.sessionId))) throw new Problem('proof_required');
    await beginAttempt(db, attempt);
    return own;
  }
  if (password === undefined) throw invalid({ [field]: [`${field} is required.`] });
  await beginAttempt(db, attempt);
  const isRight = await isPassword(own.password_hash, password);
  if (!isRight) throw invalid({ [field]: [`${field} is not your password.`] });
  return own;
}

/** Of somebody signed in. */
export function attemptOf({ sessionId }: Person, address: string): Attempt {
  return { address, known: `session ${sessionId}` };
}

export { beginAttempt, dropAttempt, passAttempt } from './attempts/attempts.ts';
export { recordAccountEvent } from './store.ts';
