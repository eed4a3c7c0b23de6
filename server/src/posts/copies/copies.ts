/** Use cases of working copies: read, keep, discard. The post itself does not change. */
import { findIncomplete } from '@belfry/contract/incomplete.ts';
import type { KeptCopy, WorkingCopies, WorkingCopyIn, WorkingPost } from '@belfry/contract/working-copies.ts';
import { writtenOf } from '@belfry/contract/written.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import type { Db } from '../../db/database.ts';
import { readLabels } from '../../labels/index.ts';
import { lockMediaForPosts } from '../../media/index.ts';
import { toMoment } from '../../text/moment.ts';
import { adviceOf, checkVersions, describeMisfits } from '../fitting.ts';
import { requireAllChannels, requireOwnOrOpen } from '../ownership.ts';
import type { PostRow } from '../rows.ts';
import { readPost, type SentPost } from '../sent.ts';
import { findPost, listTargets } from '../store.ts';
import { distinctFiles, listFilePlaces, listUnknown, readNamed, versionsOf } from '../versions.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'slices'>;

export async function getWorkingCopy(ctx: Pick<Ctx, 'db'>, who: Caller, id: number): Promise<WorkingCopies> {
  allow(who, 'post.read');
  orNotFound(await findPost(ctx.db, who, id));
  const rows = await store.listCopies(ctx.db, who, id);
  const own = rows.find(({ user_id }) => user_id === who.userId);
  const others = rows.filter((row) => row !== own);
  return {
    own: own?.post
      ? {
          base_version: own.base_version,
          updated_at: own.updated_at,
          post: await withKnownLabels(ctx.db, who, own.post),
        }
      : null,
    others: others.map(({ user_id, user_name, updated_at }) => ({
      person: { id: user_id, name: user_name },
      updated_at,
    })),
  };
}

export async function putWorkingCopy(
  ctx: Ctx,
  who: Caller,
  id: number,
  input: WorkingCopyIn,
): Promise<KeptCopy> {
  allow(who, 'post.write');
  requireOpen(who, orNotFound(await findPost(ctx.db, who, id)));
  await requireAllChannels(ctx.db, who, id);
  const body = { ...readPost({ ...input.post, status: 'draft' }), status: 'scheduled' as const };
  const found = await check(ctx, who, id, body);
  const updated_at = await ctx.db.transaction(async (tx) => {
    const named = found.mediaIds.map((mediaId) => ({ workspace_id: who.workspaceId, id: mediaId }));
    const mediaIds = (await lockMediaForPosts(tx, named)).map((file) => file.id);
    const { base_version: baseVersion } = input;
    const continues = input.continues && toMoment(input.continues);
    const written = await store.writeCopy(tx, who, {
      ...{ postId: id, baseVersion, continues, post: workingPost(body), mediaIds },
    });
    if (written !== undefined) return written;
    orNotFound(await findPost(tx, who, id));
    throw new Problem('version_conflict');
  });
  const { details, violations, advice } = found;
  return { base_version: input.base_version, updated_at, details, violations, advice };
}

export async function deleteWorkingCopy(ctx: Pick<Ctx, 'db'>, who: Caller, id: number): Promise<void> {
  allow(who, 'post.write');
  orNotFound(await findPost(ctx.db, who, id));
  await store.deleteCopy(ctx.db, who, id);
}

async function withKnownLabels(db: Db, who: Caller, post: WorkingPost): Promise<WorkingPost> {
  if (post.label_ids === undefined) return post;
  const known = new Set((await readLabels(db, who.workspaceId, post.label_ids)).map(({ id }) => id));
  return { ...post, label_ids: post.label_ids.filter((id) => known.has(id)) };
}

function requireOpen(who: Caller, post: PostRow): void {
  if (post.status === 'draft') throw new Problem('post_is_draft');
  if (post.status === 'publishing') throw new Problem('post_publishing');
  if (post.status === 'published') throw new Problem('post_published');
  requireOwnOrOpen(who, post);
}

/** Finds what a save would refuse, and refuses nothing. Skips channels that show the post already. */
async function check(ctx: Ctx, who: Caller, id: number, body: SentPost) {
  const targets = await listTargets(ctx.db, who.workspaceId, [id]);
  const published = targets.filter(({ status }) => status === 'published');
  const live = new Set(published.map(({ channel_id }) => channel_id));
  const named = await readNamed(ctx, who, body);
  const fitting = await checkVersions(ctx, versionsOf(body, named, ctx.networks));
  const { settings, violations } = describeMisfits(fitting, live);
  const places = listFilePlaces(body, named.channels, ctx.networks);
  return {
    mediaIds: [...(body.media_ids ?? []), ...distinctFiles(places)],
    details: [...findIncomplete(body), ...listUnknown(who, body, named, live), ...settings],
    violations,
    advice: adviceOf(fitting, live),
  };
}

function workingPost(sent: SentPost): WorkingPost {
  const { scheduled_at, queue, media_ids = [], label_ids, targets = [] } = sent;
  return {
    ...writtenOf(sent),
    scheduled_at: scheduled_at == null ? null : (toMoment(scheduled_at) ?? null),
    queue: queue === true,
    media_ids: [...media_ids],
    ...(label_ids && { label_ids: [...label_ids] }),
    targets: targets.map((target) => ({
      ...target,
      media_ids: target.media_ids === null ? null : [...target.media_ids],
    })),
  };
}
