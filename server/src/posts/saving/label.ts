/** Changes only the labels of a post, in every status. */
import { MAX_LABELS_OF_POST } from '@belfry/contract/label-values.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { writtenOf } from '@belfry/contract/written.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { presentShown, readChannels } from '../../channels/index.ts';
import type { Tx } from '../../db/database.ts';
import { labelsOfPosts, lockChosen } from '../../labels/index.ts';
import { filesOfPosts, noFiles, presentMedia } from '../../media/index.ts';
import { changesOf } from '../changes.ts';
import { lockForChange, requireOwnOrOpen } from '../ownership.ts';
import { presentPost } from '../present.ts';
import { latestReviews } from '../reviews/store.ts';
import type { PostRow } from '../rows.ts';
import * as store from '../store.ts';
import { etagOf } from '../version.ts';

interface Labelled {
  body: { data: Post };
  etag: string;
}

/** The new labels of a post, made of its present ones. */
type Relabel = (ids: readonly number[]) => readonly number[];

/** Needs the same right as every change of the post. Its version and its approval stay: labels are never published. */
export async function labelPost(
  { config, db }: Pick<Context, 'config' | 'db'>,
  who: Caller,
  { id, ifMatch }: { id: number; ifMatch: string | undefined },
  relabel: Relabel,
): Promise<Labelled> {
  allow(who, 'post.write');
  return db.transaction(async (tx) => {
    const post = await lockForChange(tx, who, id, ifMatch);
    requireOwnOrOpen(who, post);
    await writeLabels(tx, who, post, relabel);
    return { body: { data: await readPost(config, tx, post) }, etag: etagOf(post) };
  });
}

async function writeLabels(tx: Tx, who: Caller, post: PostRow, relabel: Relabel): Promise<void> {
  const labels = (await labelsOfPosts(tx, post.workspace_id, [post.id])).get(post.id) ?? [];
  const old = { post, labels, targets: [], mediaIds: [] };
  const wanted = relabel(labels.map(({ id }) => id));
  const labelIds = await lockChosen(tx, who.workspaceId, wanted, MAX_LABELS_OF_POST);
  const same = { ...writtenOf(post), scheduledAt: post.planned_at };
  const changes = changesOf(old, { ...same, mediaIds: [], targets: [], labelIds });
  await store.relabelPost(tx, who, post.id, { labelIds, changes });
}

async function readPost(config: Context['config'], tx: Tx, post: PostRow): Promise<Post> {
  const { id, workspace_id: workspaceId } = post;
  const targets = await store.listTargets(tx, workspaceId, [id]);
  const files = (await filesOfPosts(tx, workspaceId, [id])).get(id) ?? noFiles;
  const ids = targets.map(({ channel_id }) => channel_id);
  const channels = await readChannels(tx, workspaceId, ids);
  const relations = {
    targets,
    media: files.own.map(presentMedia),
    files: [...files.named.values()].map(presentMedia),
    labels: (await labelsOfPosts(tx, workspaceId, [id])).get(id) ?? [],
    review: (await latestReviews(tx, workspaceId, [id])).get(id),
  };
  return presentPost(post, relations, new Map(channels.map((row) => [row.id, presentShown(config, row)])));
}
