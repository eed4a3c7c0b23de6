/** Creates the first owner, workspace and, unless the request declines it, key. It works once, and requires the set-up token. */
import type { BodyOf } from '@belfry/contract/routes.ts';
import { beginSession, hashPassword, type Origin } from '../accounts/index.ts';
import type { Context } from '../base/context.ts';
import { Problem } from '../base/problem.ts';
import { isSameSecret } from '../base/token.ts';
import { ConfigError } from '../config/index.ts';
import type { Tx } from '../db/database.ts';
import { generateKey, insertKey, storedOf } from '../keys/index.ts';
import { requireTimeZone } from '../workspaces/index.ts';
import { insertFirstOwner, isSetUp, readOrStoreSealed } from './store.ts';

export type SetupInput = BodyOf<'setUp'>;

/** The headers of the answer sign the owner in. */
export async function setUp(ctx: Pick<Context, 'db' | 'config'>, input: SetupInput, origin: Origin) {
  if (await isSetUp(ctx.db)) throw new Problem('already_set_up');
  const { setupToken } = ctx.config;
  if (setupToken === undefined || !isSameSecret(input.token, setupToken)) {
    throw new Problem('forbidden', {
      message: 'This is not the set-up token that Belfry printed when it started.',
    });
  }
  const timeZone = await requireTimeZone(ctx.db, input.time_zone ?? 'UTC');
  const passwordHash = await hashPassword(input.password);
  return ctx.db.transaction(async (tx) => {
    if (await isSetUp(tx, true)) throw new Problem('already_set_up');
    const { user, workspace } = await insertFirstOwner(tx, {
      name: input.name,
      email: input.email,
      passwordHash,
      workspace: input.workspace,
      timeZone,
    });
    const key = input.create_key === false ? {} : { api_key: await createKey(tx, workspace.id, user.id) };
    const { headers } = await beginSession(tx, ctx, user.id, origin);
    return { user, workspace, ...key, headers };
  });
}

async function createKey(tx: Tx, workspaceId: number, userId: number): Promise<string> {
  const key = generateKey();
  await insertKey(tx, { workspaceId, userId, name: 'First key', ...storedOf(key) });
  return key;
}

/** Throws at start if the grants of this installation were sealed with another secret, not only when a post is due. */
export async function requireSameSecret(ctx: Pick<Context, 'db' | 'vault'>): Promise<void> {
  const sealed = await readOrStoreSealed(ctx.db, ctx.vault.seal({ is: 'this installation' }, 'installation'));
  try {
    ctx.vault.open(sealed, 'installation');
  } catch {
    const sentence = 'BELFRY_SECRET is not the secret that sealed the data in this database.';
    const advice =
      'All processes need the same one. Without the variable, it is the file “secret” in DATA_DIR.';
    throw new ConfigError([`${sentence} ${advice}`]);
  }
}
