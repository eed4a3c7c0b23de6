/**
 * What follows a withdrawal: a network's message that a person took back a sign-in, or wants their data deleted.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from '../base/context.ts';
import { orNotFound, Problem } from '../base/problem.ts';
import { withdrawGrants } from '../channels/index.ts';
import { listFamilies } from '../network-apps/index.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'apps' | 'vault' | 'clock' | 'config'>;

export type WithdrawalKind = 'deauthorize' | 'delete';

/** Milliseconds for which a message may be under way, and by which the network's clock may be ahead. */
const MAX_AGE = 3_600_000;
const MAX_AHEAD = 300_000;

/** Where the person sees the state of the deletion. */
export interface Receipt {
  url: string;
  code: string;
}

/**
 * Deletes the grants of the person whom the form names, in all workspaces. Throws `not_found` if networks of this family
 * send no such forms, and `forbidden` for a form that no app of this installation signed now and for the first time.
 */
export async function acceptWithdrawal(
  ctx: Ctx,
  name: string,
  kind: WithdrawalKind,
  form: Readonly<Record<string, string>>,
): Promise<Receipt> {
  const { registration, networks } = orNotFound(listFamilies(ctx.networks.values()).get(name));
  orNotFound(registration.readWithdrawal !== undefined);
  const keys = await ctx.apps.listValues(name);
  const read = keys.map((values) => registration.readWithdrawal?.(form, values));
  const withdrawal = read.find((each) => each !== undefined);
  if (withdrawal === undefined) throw refuse('No app of this installation has signed this message.');
  const { person, signedAt } = withdrawal;
  const age = ctx.clock.now().getTime() - signedAt.getTime();
  if (!(age <= MAX_AGE && age >= -MAX_AHEAD)) throw refuse('This message was not signed within this hour.');
  const said = JSON.stringify([name, kind, person, signedAt]);
  const digest = createHmac('sha256', ctx.vault.passwordFor('withdrawals')).update(said).digest();
  const code = randomBytes(16).toString('hex');
  await ctx.db.transaction(async (tx) => {
    const isNew = await store.insertWithdrawal(tx, digest, kind === 'delete' ? code : null);
    if (!isNew) throw refuse('This message was received before.');
    await store.noteChannels(tx, digest, await withdrawGrants(tx, person, networks));
  });
  return { url: `${ctx.config.publicUrl}/data-deletions/${code}`, code };
}

function refuse(message: string): Problem {
  return new Problem('forbidden', { message });
}
