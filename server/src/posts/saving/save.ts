/** Saves a post: reads what the decision depends on, decides, writes. */
import type { Post } from '@belfry/contract/posts.ts';
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import type { ChannelRow } from '../../channels/index.ts';
import { findSlot, lockChannels, presentChannel } from '../../channels/index.ts';
import type { Tx } from '../../db/database.ts';
import { factsOf, lockMediaForPost, presentMedia } from '../../media/index.ts';
import type { Fitting } from '../fitting.ts';
import { checkAgain } from '../fitting.ts';
import { presentPost } from '../present.ts';
import type { ReviewRow } from '../reviews/store.ts';
import type { PostRow } from '../rows.ts';
import type { SentPost } from '../sent.ts';
import type { SavedPost } from '../store.ts';
import * as store from '../store.ts';
import { etagOf } from '../version.ts';
import { versionsOf } from '../versions.ts';
import type { OldPost, Plan, World } from './decide.ts';
import { decideSave } from './decide.ts';

type Ctx = Pick<Context, 'networks' | 'slices'>;
type Reviewed = PostRow & { review: ReviewRow | undefined };

/**
 * Saves a new post, or replaces a locked one. Its last statement is the transaction's last. `before`: the result of a
 * check that was made before anything was locked.
 */
export async function savePost(
  ctx: Ctx,
  tx: Tx,
  who: Caller,
  body: SentPost,
  before: Fitting | undefined,
  old: Reviewed | undefined,
): Promise<{ post: Post; etag: string }> {
  const world = await readWorld(ctx, tx, who, body, before, old);
  const plan = decideSave(who, body, world);
  if (old !== undefined) await store.clearPost(tx, who.workspaceId, old.id, plan.clear);
  const saved = await store.writePost(tx, plan.write);
  const author = old ?? { author_id: who.userId, author_name: who.name };
  return { post: present(saved, author, old?.review, plan, world), etag: etagOf(saved.post) };
}

async function readWorld(
  ctx: Ctx,
  tx: Tx,
  who: Caller,
  body: SentPost,
  before: Fitting | undefined,
  post: PostRow | undefined,
): Promise<World> {
  const old = post && (await readOld(tx, post));
  const published = (old?.targets ?? []).filter(({ status }) => status === 'published');
  const named = [...(body.targets ?? []), ...published].map(({ channel_id }) => channel_id);
  const rows = await lockChannels(tx, who.workspaceId, [...new Set(named)], body.queue === true);
  const channels = new Map(rows.map((row) => [row.id, row]));
  const media = await lockMediaForPost(tx, who.workspaceId, body.media_ids ?? []);
  const isScheduled = body.status === 'scheduled';
  return {
    old,
    channels,
    media,
    fitting: isScheduled
      ? await checkAgain(ctx, before, versionsOf(body, channels, media.map(factsOf)))
      : undefined,
    slot: isScheduled && body.queue === true ? await readSlot(tx, who, body, channels, post?.id) : undefined,
  };
}

async function readOld(tx: Tx, post: PostRow): Promise<OldPost> {
  return {
    post,
    targets: await store.listTargets(tx, post.workspace_id, [post.id]),
    mediaIds: await store.listMediaIds(tx, post.workspace_id, post.id),
    doubts: await store.listDoubts(tx, post.workspace_id, post.id),
  };
}

async function readSlot(
  tx: Tx,
  who: Caller,
  body: SentPost,
  channels: ReadonlyMap<number, ChannelRow>,
  postId: number | undefined,
): Promise<string | Problem> {
  const inOrder = (body.targets ?? []).flatMap(({ channel_id }) => channels.get(channel_id) ?? []);
  try {
    return await findSlot(tx, who, inOrder, postId);
  } catch (error) {
    // A more important refusal may come first.
    if (error instanceof Problem) return error;
    throw error;
  }
}

function present(
  saved: SavedPost,
  { author_id, author_name }: Pick<PostRow, 'author_id' | 'author_name'>,
  review: ReviewRow | undefined,
  { published }: Plan,
  { media, channels }: World,
): Post {
  const shown = new Map([...channels].map(([id, row]) => [id, presentChannel(row)]));
  return presentPost(
    { ...saved.post, author_id, author_name },
    { targets: [...published, ...saved.targets], media: media.map(presentMedia), review },
    shown,
  );
}
