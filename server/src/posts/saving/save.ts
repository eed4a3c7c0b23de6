/** Saves a post: reads what the decision depends on, decides, writes. */
import type { Post } from '@belfry/contract/posts.ts';
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import { type ChannelRow, findSlot, lockChannels, presentChannel } from '../../channels/index.ts';
import type { Tx } from '../../db/database.ts';
import { factsOf, lockMediaForPosts, presentMedia } from '../../media/index.ts';
import { checkAgain, type Fitting } from '../fitting.ts';
import { presentPost } from '../present.ts';
import type { ReviewRow } from '../reviews/store.ts';
import type { PostRow, TargetRow } from '../rows.ts';
import type { SentPost } from '../sent.ts';
import type { SavedPost } from '../store.ts';
import * as store from '../store.ts';
import { etagOf } from '../version.ts';
import { versionsOf } from '../versions.ts';
import { decideSave, type OldPost, type Plan, type World } from './decide.ts';

type Ctx = Pick<Context, 'networks' | 'slices'>;
type Reviewed = PostRow & { review: ReviewRow | undefined };

/** A post that a client wants to save. */
export interface SaveRequest {
  who: Caller;
  body: SentPost;
  /** The result of a check that was made before anything was locked. */
  before: Fitting | undefined;
}

export interface Saved {
  post: Post;
  etag: string;
}

/**
 * Saves new posts, also of several workspaces, in one transaction. Its last statement is the transaction's last. In
 * order: the post, or why it is refused. A post that asks for a free slot must be the only one.
 */
export async function saveNew(
  ctx: Ctx,
  tx: Tx,
  requests: readonly SaveRequest[],
): Promise<(Saved | Problem)[]> {
  const locked = await lockNamed(tx, requests);
  const decided = await Promise.all(
    requests.map(async (request) => {
      const world = await readWorld(ctx, tx, request, locked, undefined);
      return { ...request, world, plan: planOrProblem(request, world) };
    }),
  );
  const accepted = decided.flatMap(({ plan }) => (plan instanceof Problem ? [] : [plan.write]));
  const saved = accepted.length === 0 ? [] : await store.writePosts(tx, accepted);
  return decided.map(({ who, world, plan }) => {
    if (plan instanceof Problem) return plan;
    const author = { author_id: who.userId, author_name: who.name };
    return present(saved.shift() as SavedPost, author, undefined, plan, world);
  });
}

/** Replaces a locked post. Its last statement is the transaction's last. */
export async function saveAgain(ctx: Ctx, tx: Tx, request: SaveRequest, old: Reviewed): Promise<Saved> {
  const { who, body } = request;
  const read = await readOld(tx, old);
  const locked = await lockNamed(tx, [request], read.targets.filter(isPublished));
  const world = await readWorld(ctx, tx, request, locked, read);
  const plan = decideSave(who, body, world);
  await store.clearPost(tx, who.workspaceId, old.id, plan.clear);
  const [saved] = await store.writePosts(tx, [plan.write]);
  return present(saved as SavedPost, old, old.review, plan, world);
}

function planOrProblem({ who, body }: SaveRequest, world: World): Plan | Problem {
  try {
    return decideSave(who, body, world);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

type Locked = Awaited<ReturnType<typeof lockNamed>>;

/** Locks the channels and files that the requests name, and the channels of `more` targets. */
async function lockNamed(
  tx: Tx,
  requests: readonly SaveRequest[],
  more: readonly Pick<TargetRow, 'channel_id'>[] = [],
) {
  const named = requests.map(({ who, body }) => {
    const inWorkspace = (id: number) => ({ workspace_id: who.workspaceId, id });
    return {
      channels: [...(body.targets ?? []), ...more].map(({ channel_id }) => inWorkspace(channel_id)),
      media: (body.media_ids ?? []).map(inWorkspace),
    };
  });
  const isQueued = requests.some(({ body }) => body.queue === true);
  return {
    channels: await lockChannels(
      tx,
      named.flatMap(({ channels }) => channels),
      isQueued,
    ),
    media: await lockMediaForPosts(
      tx,
      named.flatMap(({ media }) => media),
    ),
  };
}

async function readWorld(
  ctx: Ctx,
  tx: Tx,
  { who, body, before }: SaveRequest,
  locked: Locked,
  old: OldPost | undefined,
): Promise<World> {
  const ofCaller = <Row extends { id: number; workspace_id: number }>(rows: readonly Row[]) =>
    new Map(rows.flatMap((row) => (row.workspace_id === who.workspaceId ? [[row.id, row] as const] : [])));
  const channels = ofCaller(locked.channels);
  const files = ofCaller(locked.media);
  const media = (body.media_ids ?? []).flatMap((id) => files.get(id) ?? []);
  const isScheduled = body.status === 'scheduled';
  return {
    old,
    channels,
    media,
    fitting: isScheduled
      ? await checkAgain(ctx, before, versionsOf(body, channels, media.map(factsOf)))
      : undefined,
    slot:
      isScheduled && body.queue === true ? await readSlot(tx, who, body, channels, old?.post.id) : undefined,
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
): Saved {
  const shown = new Map([...channels].map(([id, row]) => [id, presentChannel(row)]));
  const post = presentPost(
    { ...saved.post, author_id, author_name },
    { targets: [...published, ...saved.targets], media: media.map(presentMedia), review },
    shown,
  );
  return { post, etag: etagOf(saved.post) };
}

function isPublished({ status }: TargetRow): boolean {
  return status === 'published';
}
