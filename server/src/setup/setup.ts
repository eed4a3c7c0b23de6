/** The first run: one owner, one workspace, one key. It works once, for whoever holds the set-up token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ConfigError } from '../config.ts';
import type { Context } from '../context.ts';
import { drawKey, hashKey, hintOf } from '../keys/key.ts';
import { insertKey } from '../keys/lookup.ts';
import { Problem } from '../problem.ts';
import type { Origin } from '../sessions/begin.ts';
import { beginSession, hashPassword } from '../sessions/lookup.ts';
import { requireTimeZone } from '../workspaces/lookup.ts';
import { insertFirstOwner, isSetUp, provideSealed } from './store.ts';

export interface SetupInput {
  token: string;
  name: string;
  email: string;
  password: string;
  workspace: string;
  time_zone?: string;
}

/** Signs the owner in at once, by the headers of the answer. */
export async function setUp(ctx: Pick<Context, 'db' | 'config'>, input: SetupInput, origin: Origin) {
  if (await isSetUp(ctx.db)) throw new Problem('already_set_up');
  const { setupToken } = ctx.config;
  if (setupToken === undefined || !isSame(input.token, setupToken)) {
    throw new Problem('forbidden', { message: 'This is not the set-up token that was printed at start.' });
  }
  const timeZone = await requireTimeZone(ctx.db, input.time_zone ?? 'UTC');
  const passwordHash = await hashPassword(input.password);
  const key = drawKey();
  return ctx.db.transaction(async (tx) => {
    if (await isSetUp(tx, true)) throw new Problem('already_set_up');
    const { user, workspace } = await insertFirstOwner(tx, {
      name: input.name,
      email: input.email,
      passwordHash,
      workspace: input.workspace,
      timeZone,
    });
    const stored = { name: 'First key', hash: hashKey(key) as Buffer, hint: hintOf(key) };
    await insertKey(tx, { workspaceId: workspace.id, userId: user.id, ...stored });
    const { headers } = await beginSession(tx, ctx, user.id, origin);
    return { user, workspace, api_key: key, headers };
  });
}

/** Compares in a time that tells nothing. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Throws when the grants of this installation were sealed with another secret: better now than when a post is due. */
export async function requireSameSecret(ctx: Pick<Context, 'db' | 'vault'>): Promise<void> {
  const sealed = await provideSealed(ctx.db, ctx.vault.seal({ is: 'this installation' }, 'installation'));
  try {
    ctx.vault.open(sealed, 'installation');
  } catch {
    const sentence = 'BELFRY_SECRET is not the one that the secrets in this database were sealed with:';
    const advice = 'all processes need the same; without the variable it is the file “secret” in DATA_DIR.';
    throw new ConfigError([`${sentence} ${advice}`]);
  }
}

export { isSetUp } from './store.ts';
