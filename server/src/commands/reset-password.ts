/** `belfry reset-password EMAIL`: a way in for people who lost theirs where no mail is sent. */
import { allRules } from '@belfry/networks/rules.ts';
import { loadConfig } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { resetByOperator } from '../workspaces/password-resets/lookup.ts';
import { reachDatabase } from './reach-database.ts';

/** Prints the link, which nobody can see again. Throws {@link OperatorError} when nobody has the address or number. */
export async function runResetPassword(person: string, options: { secondFactor: boolean }): Promise<number> {
  const config = loadConfig(allRules.map(({ platform }) => platform));
  await using reached = await reachDatabase(config);
  const ctx = { db: reached.db, config };
  const made = await resetByOperator(ctx, person, { endsSecondFactor: options.secondFactor });
  if (made === undefined) throw new OperatorError(`Nobody here has the e-mail address "${person}".`);
  console.log(
    [
      `${JSON.stringify(made.name)} ${made.email === null ? 'without an address' : `<${made.email}>`} can set a new password here, once and within an hour:`,
      made.link,
      ...(made.hadSecondFactor ? ['The second factor is off: no code is asked for at sign-in.'] : []),
    ].join('\n'),
  );
  return 0;
}
