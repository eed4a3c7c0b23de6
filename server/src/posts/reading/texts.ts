/** Makes the JSON of posts from their rows. */
import { finish } from '@belfry/networks/core/check.ts';
import type { Context } from '../../base/context.ts';
import type { Tx } from '../../db/database.ts';
import { labelsOfPosts } from '../../labels/index.ts';
import { filesOfPosts, noFiles, presentMedia } from '../../media/index.ts';
import { type PostRelations, writePost } from '../present.ts';
import { latestReviews } from '../reviews/store.ts';
import type { PostRow } from '../rows.ts';
import { listTargets } from '../store.ts';
import type { PostText } from './answer-cache.ts';
import type { PagePost } from './store.ts';
import * as store from './store.ts';

/** Bytes of posts up to which their JSON is written without yielding to the event loop. */
const MAX_UNSLICED = 2 ** 18;

/** The JSON of each post in this snapshot, by id. `bytes` is their approximate size. Small posts are cached. */
export async function readTexts(
  ctx: Pick<Context, 'slices' | 'postCaches'>,
  tx: Tx,
  workspaceId: number,
  posts: readonly PagePost[],
  bytes: number,
): Promise<Map<number, PostText>> {
  if (posts.length === 0) return new Map();
  const read = await readRows(tx, workspaceId, posts);
  const work = writeAll(read);
  const texts = bytes <= MAX_UNSLICED ? finish(work) : await ctx.slices.walk(work);
  for (const post of posts) {
    const text = texts.get(post.id);
    if (text === undefined) throw new Error(`post ${post.id} was not read`);
    ctx.postCaches.answers.addText(post, text);
  }
  return texts;
}

interface ReadPost {
  post: PostRow;
  relations: PostRelations;
}

async function readRows(tx: Tx, workspaceId: number, posts: readonly PagePost[]): Promise<ReadPost[]> {
  const ids = posts.map(({ id }) => id);
  const rows = await store.readPosts(tx, workspaceId, ids);
  const targets = Map.groupBy(await listTargets(tx, workspaceId, ids), ({ post_id }) => post_id);
  const files = await filesOfPosts(tx, workspaceId, ids);
  const labels = await labelsOfPosts(tx, workspaceId, ids);
  const reviews = await latestReviews(tx, workspaceId, ids);
  return rows.map((post) => {
    const { own, named } = files.get(post.id) ?? noFiles;
    const relations = {
      targets: targets.get(post.id) ?? [],
      media: own.map(presentMedia),
      files: [...named.values()].map(presentMedia),
      labels: labels.get(post.id) ?? [],
      review: reviews.get(post.id),
    };
    return { post, relations };
  });
}

function* writeAll(read: readonly ReadPost[]): Generator<void, Map<number, PostText>> {
  const texts = new Map<number, PostText>();
  for (const { post, relations } of read) {
    const pieces: (string | number)[] = [];
    for (const piece of writePost(post, relations)) {
      pieces.push(piece);
      yield;
    }
    texts.set(post.id, pieces);
  }
  return texts;
}
