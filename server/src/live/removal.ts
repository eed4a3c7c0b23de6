/** Use case: delete a published post at its network. A worker does it; see `removing.ts`. */
import type { DataOf } from '@belfry/contract/routes.ts';
import type { AccountLimits } from '@belfry/networks/core/limits.ts';
import type { Network, PublishedPart } from '@belfry/networks/core/network.ts';
import { allow, type Caller, canAccessChannel } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { orNotFound, Problem } from '../base/problem.ts';
import type { Tx } from '../db/database.ts';
import type { IdempotencyKey } from '../http/index.ts';
import { type Answer, once } from '../idempotency/index.ts';
import { lockPost } from '../posts/index.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks'>;
type Removal = DataOf<'removeTarget'>;
type Which = { id: number; target_id: number };

/** A second request while the first one runs, or after it has succeeded, answers the same and changes nothing. */
export async function removeTarget(
  ctx: Ctx,
  who: Caller,
  which: Which,
  key: IdempotencyKey | undefined,
): Promise<Answer<{ data: Removal }>> {
  allow(who, 'post.remove');
  return once(ctx.db, who, key, async (tx) => ({
    status: 202,
    body: { data: await request(ctx, tx, who, which) },
  }));
}

async function request(ctx: Ctx, tx: Tx, who: Caller, { id, target_id }: Which): Promise<Removal> {
  orNotFound(await lockPost(tx, who, id));
  const target = orNotFound(await store.findTarget(tx, who.workspaceId, id, target_id), (found) =>
    canAccessChannel(who, found.channel_id),
  );
  if (target.parts === null) throw new Problem('target_not_published');
  const network = ctx.networks.get(target.platform);
  if (network?.remove === undefined) throw unsupported(network?.rules.name ?? target.platform);
  const known = await store.findRemoval(tx, who.workspaceId, target_id);
  if (known === undefined) requireRemovable(network, target.parts, target.limits);
  const removal = known ?? (await store.requestRemoval(tx, target, { ...who, postId: id }));
  if (removal === undefined) throw new Error('the removal was not stored');
  return removal;
}

function requireRemovable(network: Network, parts: readonly PublishedPart[], limits: AccountLimits): void {
  for (const part of parts) {
    const message = network.refusesRemoval?.(part, limits);
    if (message !== undefined) throw new Problem('removal_unsupported', { message });
  }
}

function unsupported(name: string): Problem {
  const message = `${name} offers no way to delete a post from another program. Delete it in the app of ${name}.`;
  return new Problem('removal_unsupported', { message });
}
