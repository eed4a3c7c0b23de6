/** Lets people show again who they are, before what a stolen session must not do. */
import type { Database } from '../db/database.ts';
import { invalid } from '../problem.ts';
import type { Attempt } from './attempts/attempts.ts';
import { beginAttempt } from './attempts/attempts.ts';
import { isPassword } from './password.ts';
import type { Account } from './store.ts';
import { findAccount } from './store.ts';

/** Whose e-mail address and password these are. Counts an attempt: the caller says when it passed. */
export async function provePassword(
  db: Database,
  attempt: Attempt,
  password: string,
): Promise<Account | undefined> {
  await beginAttempt(db, attempt);
  const account = await findAccount(db, attempt.email);
  return (await isPassword(account?.password_hash, password)) ? account : undefined;
}

/** As {@link provePassword}, of somebody signed in: a wrong one is a 422 of the field. */
export async function requirePassword(
  db: Database,
  attempt: Attempt,
  password: string,
  field: string,
): Promise<Account> {
  const account = await provePassword(db, attempt, password);
  if (account === undefined) throw invalid({ [field]: [`${field} is not your password.`] });
  return account;
}

export { beginAttempt, passAttempt } from './attempts/attempts.ts';
export { tellOf } from './store.ts';
