/** Saves a post: reads what the decision depends on, decides, writes. */
import type { Label } from '@belfry/contract/labels.ts';
import type { PostPatch } from '@belfry/contract/post-changes.ts';
import type { Post } from '@belfry/contract/posts.ts';
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import { type ChannelRow, findSlot, lockChannels, presentShown } from '../../channels/index.ts';
import type { Tx } from '../../db/database.ts';
import { labelsOfPosts, lockLabels, presentLabel } from '../../labels/index.ts';
import { listTargetFiles, lockMediaForPosts, presentMedia } from '../../media/index.ts';
import { listDeclared } from '../consents/declared.ts';
import { checkAgain, type Fitting } from '../fitting.ts';
import { presentPost } from '../present.ts';
import { storePublished } from '../published/store.ts';
import { latestReviews, type ReviewRow, recordVoided } from '../reviews/store.ts';
import type { PostRow, TargetRow } from '../rows.ts';
import type { SentPost } from '../sent.ts';
import type { SavedPost } from '../store.ts';
import * as store from '../store.ts';
import { etagOf } from '../version.ts';
import { distinctFiles, listFilePlaces, type Named, ownFiles, schemaOf, versionsOf } from '../versions.ts';
import { decideSave, type OldPost, type Plan, type World } from './decide.ts';

type Ctx = Pick<Context, 'config' | 'networks' | 'slices'>;

/** A post that a client wants to save. */
export interface SaveRequest {
  who: Caller;
  body: SentPost;
  /** The result of a check that was made before anything was locked. */
  before: Fitting | undefined;
  /** The fields that the client sent, if not all. */
  patch?: PostPatch;
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
  const locked = await lockNamed(ctx, tx, requests);
  const decided = await Promise.all(
    requests.map(async (request, at) => {
      const world = await readWorld(ctx, tx, request, locked[at] as Locked, undefined);
      return { ...request, world, plan: planOrProblem(request, world) };
    }),
  );
  const accepted = decided.flatMap(({ plan }) => (plan instanceof Problem ? [] : [plan.write]));
  const saved = accepted.length === 0 ? [] : await store.writePosts(tx, accepted);
  return decided.map(({ who, body, world, plan }) => {
    if (plan instanceof Problem) return plan;
    const author = { author_id: who.userId, author_name: who.name };
    return present(ctx, saved.shift() as SavedPost, author, undefined, plan, { ...world, body });
  });
}

/** Replaces a locked post. Its last statement is the transaction's last. */
export async function saveAgain(ctx: Ctx, tx: Tx, request: SaveRequest, old: OldPost): Promise<Saved> {
  const { who, body, patch } = request;
  const { id, workspace_id: workspaceId } = old.post;
  const [locked] = await lockNamed(ctx, tx, [request], old);
  const world = await readWorld(ctx, tx, request, locked as Locked, old);
  const plan = decideSave(who, body, world, patch);
  const review = (await latestReviews(tx, workspaceId, [id])).get(id);
  const show = (saved: SavedPost) => present(ctx, saved, old.post, review, plan, { ...world, body });
  if (plan.isSame) {
    await store.relabelPost(tx, who, id, plan.write);
    return show({ post: old.post, targets: old.targets.filter((each) => !isPublished(each)) });
  }
  if (old.post.is_approved) await recordVoided(tx, { ...who, postId: id });
  await store.clearPost(tx, workspaceId, id, plan.clear);
  await storePublished(tx, workspaceId, plan.published);
  const [saved] = await store.writePosts(tx, [plan.write]);
  return show(saved as SavedPost);
}

function planOrProblem({ who, body }: SaveRequest, world: World): Plan | Problem {
  try {
    return decideSave(who, body, world);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** What one request names, locked. */
type Locked = Named & Pick<World, 'publishedFiles'>;

/** Locks the channels and files that each request names, and those that published targets show. In the order of the requests. */
async function lockNamed(
  { networks }: Ctx,
  tx: Tx,
  requests: readonly SaveRequest[],
  old?: OldPost,
): Promise<Locked[]> {
  const published = old?.targets.filter(isPublished) ?? [];
  const shown = published.length > 0 ? (old?.mediaIds ?? []) : [];
  const isQueued = requests.some(({ body }) => body.queue === true);
  const rows = await lockChannels(
    tx,
    requests.flatMap(({ who, body }) =>
      [...(body.targets ?? []), ...published].map(({ channel_id }) => inWorkspace(who, channel_id)),
    ),
    isQueued,
  );
  const named = requests.map(({ who, body }) => {
    const channels = ofWorkspace(who, rows);
    const places = listFilePlaces(body, channels, networks);
    const publishedFiles = published.flatMap((target) =>
      listTargetFiles(target, schemaOf(channels.get(target.channel_id), networks)),
    );
    const ids = [...(body.media_ids ?? []), ...distinctFiles(places), ...publishedFiles, ...shown];
    return { who, channels, places, publishedFiles, ids };
  });
  const media = await lockMediaForPosts(
    tx,
    named.flatMap(({ who, ids }) => ids.map((id) => inWorkspace(who, id))),
  );
  const labels = await lockLabels(
    tx,
    requests.flatMap(({ who, body }) => (body.label_ids ?? []).map((id) => inWorkspace(who, id))),
  );
  return named.map(({ who, ids, ...each }) => ({
    ...each,
    files: ofWorkspace(who, media),
    labels: ofWorkspace(who, labels),
  }));
}

function inWorkspace({ workspaceId }: Caller, id: number) {
  return { workspace_id: workspaceId, id };
}

/** By id. */
function ofWorkspace<Row extends { id: number; workspace_id: number }>(
  { workspaceId }: Caller,
  rows: readonly Row[],
): Map<number, Row> {
  return new Map(rows.flatMap((row) => (row.workspace_id === workspaceId ? [[row.id, row] as const] : [])));
}

async function readWorld(
  ctx: Ctx,
  tx: Tx,
  { who, body, before }: SaveRequest,
  locked: Locked,
  old: OldPost | undefined,
): Promise<World> {
  const isScheduled = body.status === 'scheduled';
  return {
    ...locked,
    old,
    declared: listDeclared(body, locked.channels, ctx.networks),
    fitting: isScheduled ? await checkAgain(ctx, before, versionsOf(body, locked, ctx.networks)) : undefined,
    isLogged: old?.post.status === 'draft' && (await store.isSaveLogged(tx, who, old.post.id)),
    slot: isScheduled ? await readSlot(tx, who, body, locked.channels, old?.post.id) : undefined,
  };
}

/** The parts of a locked post. */
export async function readOld(tx: Tx, post: PostRow): Promise<OldPost> {
  return {
    post,
    targets: await store.listTargets(tx, post.workspace_id, [post.id]),
    mediaIds: await store.listMediaIds(tx, post.workspace_id, post.id),
    labels: (await labelsOfPosts(tx, post.workspace_id, [post.id])).get(post.id) ?? [],
    doubts: await store.listDoubts(tx, post.workspace_id, post.id),
  };
}

async function readSlot(
  tx: Tx,
  who: Caller,
  body: SentPost,
  channels: ReadonlyMap<number, ChannelRow>,
  postId: number | undefined,
): Promise<World['slot']> {
  if (body.publish_in !== undefined) return store.readClock(tx, body.publish_in);
  if (body.queue !== true) return undefined;
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
  { config }: Ctx,
  saved: SavedPost,
  { author_id, author_name }: Pick<PostRow, 'author_id' | 'author_name'>,
  review: ReviewRow | undefined,
  { write, published }: Plan,
  { old, body, files, labels, channels }: World & Pick<SaveRequest, 'body'>,
): Saved {
  const shown = new Map([...channels].map(([id, row]) => [id, presentShown(config, row)]));
  const relations = {
    targets: [...published, ...saved.targets],
    media: ownFiles(body, files).map(presentMedia),
    files: write.fileIds
      .toSorted((a, b) => a - b)
      .flatMap((id) => files.get(id) ?? [])
      .map(presentMedia),
    labels: labelsAfter(body, labels, old),
    review,
  };
  const post = presentPost({ ...saved.post, author_id, author_name }, relations, shown);
  return { post, etag: etagOf(saved.post) };
}

function labelsAfter({ label_ids }: SentPost, labels: World['labels'], old: OldPost | undefined): Label[] {
  if (label_ids === undefined) return [...(old?.labels ?? [])];
  return label_ids
    .toSorted((a, b) => a - b)
    .flatMap((id) => labels.get(id) ?? [])
    .map(presentLabel);
}

function isPublished({ status }: TargetRow): boolean {
  return status === 'published';
}
