/** The first run: one owner, one workspace, one key. It works once, for whoever holds the set-up token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Context } from '../context.ts';
import { drawKey, hashKey } from '../keys/key.ts';
import { insertKey } from '../keys/lookup.ts';
import { Problem } from '../problem.ts';
import { insertFirstOwner, isSetUp } from './store.ts';

export interface SetupInput {
  token: string;
  name: string;
  email: string;
  password: string;
  workspace: string;
  time_zone?: string;
}

export async function setUp(ctx: Pick<Context, 'db' | 'config'>, input: SetupInput) {
  if (await isSetUp(ctx.db)) throw new Problem('already_set_up');
  const { setupToken } = ctx.config;
  if (setupToken === undefined || !isSame(input.token, setupToken)) {
    throw new Problem('forbidden', { message: 'This is not the set-up token that was printed at start.' });
  }
  const passwordHash = await hash(input.password);
  const key = drawKey();
  return ctx.db.transaction(async (tx) => {
    if (await isSetUp(tx, true)) throw new Problem('already_set_up');
    const { user, workspace } = await insertFirstOwner(tx, {
      name: input.name,
      email: input.email,
      passwordHash,
      workspace: input.workspace,
      timeZone: input.time_zone ?? 'UTC',
    });
    const keyHash = hashKey(key) as Buffer;
    await insertKey(tx, { workspaceId: workspace.id, userId: user.id, name: 'First key', hash: keyHash });
    return { user, workspace, api_key: key };
  });
}

/** Compares in a time that tells nothing. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

export { isSetUp } from './store.ts';
