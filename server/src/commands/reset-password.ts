/** `belfry reset-password EMAIL`: for users who forgot their password where Belfry sends no mail. */
import { resetByOperator } from '../accounts/index.ts';
import { OperatorError } from '../base/operator-error.ts';
import { loadConfig } from '../config/index.ts';
import { reachDatabase } from './reach-database.ts';

/** Prints the link, which Belfry cannot show again. Throws {@link OperatorError} when no user has the address or id. */
export async function runResetPassword(
  person: string,
  options: { endsSecondFactor: boolean },
): Promise<number> {
  const config = loadConfig();
  await using reached = await reachDatabase(config);
  const made = await resetByOperator({ db: reached.db, config }, person, options);
  if (made === undefined)
    throw new OperatorError(
      `No user has the e-mail address or id "${person}". Check it in the list of members.`,
    );
  console.log(
    [
      `${JSON.stringify(made.name)} ${made.email === null ? '(no e-mail address)' : `<${made.email}>`} can set a new password with this link, once and within an hour:`,
      made.link,
      ...(made.hadSecondFactor
        ? ['Two-factor authentication is now off: this user signs in without a code.']
        : []),
    ].join('\n'),
  );
  return 0;
}
