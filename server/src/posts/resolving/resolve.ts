/** Use case: a person says whether a target with an unknown outcome is live. */
import { detail } from '@belfry/contract/details.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { listConsents } from '@belfry/networks/core/consents.ts';
import { statedAddress } from '@belfry/networks/core/stated.ts';
import { allow, type Caller, publishesDirectly } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound, Problem } from '../../base/problem.ts';
import { lockChannels } from '../../channels/index.ts';
import type { Tx } from '../../db/database.ts';
import { lockForChange, requireOwnOrOpen } from '../ownership.ts';
import { type PostsJson, type ReadingCtx, showPost } from '../reading/answers.ts';
import type { PostRow, TargetRow } from '../rows.ts';
import { listDoubts, listTargets } from '../store.ts';
import { schemaOf } from '../versions.ts';
import * as store from './store.ts';

type Ctx = ReadingCtx & Pick<Context, 'networks'>;
type Resolution = BodyOf<'resolveTarget'>;
type Which = { id: number; target_id: number };

/**
 * The post stays locked until the answer is stored, and a target that has failed has no lease. So no attempt runs, and
 * of two people who answer at once the second finds nothing in doubt.
 */
export async function resolveTarget(
  ctx: Ctx,
  who: Caller,
  which: Which,
  resolution: Resolution,
  ifMatch: string | undefined,
): Promise<{ json: PostsJson; etag: string }> {
  allow(who, 'post.write');
  const url = readUrl(resolution);
  await ctx.db.transaction(async (tx) => {
    const post = await lockForChange(tx, who, which.id, ifMatch);
    requireOwnOrOpen(who, post);
    const target = await findDoubt(tx, who, which);
    if (resolution.outcome === 'published') await store.confirmTarget(tx, who, target, url);
    else if (resolution.send_again === true) await sendAgain(ctx, tx, who, post, target);
    else await store.denyTarget(tx, who, target);
  });
  return showPost(ctx, who, which.id);
}

function readUrl({ outcome, external_url, send_again }: Resolution): string | null {
  if (send_again === true && outcome !== 'not_published') throw onlyWith('send_again', 'not_published');
  if (external_url == null) return null;
  if (outcome !== 'published') throw onlyWith('external_url', 'published');
  const url = statedAddress(external_url);
  if (url === null) throw invalid([detail('external_url', 'not_a_page')]);
  return url;
}

function onlyWith(field: string, outcome: string): Problem {
  return invalid([detail(field, 'only_with_outcome', { outcome })]);
}

async function findDoubt(tx: Tx, { workspaceId }: Caller, { id, target_id }: Which): Promise<TargetRow> {
  const targets = await listTargets(tx, workspaceId, [id]);
  const target = orNotFound(targets.find((each) => each.id === target_id));
  const isOpen = (await listDoubts(tx, workspaceId, id)).some((doubt) => doubt.id === target_id);
  const isInDoubt = target.status === 'failed' && (isOpen || target.error?.code === 'outcome_unknown');
  if (!isInDoubt) throw new Problem('nothing_in_doubt');
  return target;
}

/** Other targets of the post that have failed stay as they are. */
async function sendAgain(
  { networks }: Ctx,
  tx: Tx,
  who: Caller,
  post: PostRow,
  target: TargetRow,
): Promise<void> {
  if (!publishesDirectly(who)) {
    const message =
      'Only people who may publish can send it again at once. Save the post to ask for approval.';
    throw new Problem('forbidden', { message });
  }
  if (post.status !== 'failed') throw new Problem('post_publishing');
  const named = [{ workspace_id: who.workspaceId, id: target.channel_id }];
  const [channel] = await lockChannels(tx, named, false);
  // A declaration counts for one sending, and this request states none.
  if (listConsents(schemaOf(channel, networks), target.settings).length > 0) {
    throw new Problem('declaration_required');
  }
  await store.sendTargetAgain(tx, who, target);
}
