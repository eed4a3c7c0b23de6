/** https://developers.facebook.com/docs/instagram-platform/content-publishing (2026-11-22) */
import { faultIn, refuse } from '../core/fault.ts';
import { textField } from '../core/json.ts';
import type { Media, Outgoing, Published } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { describePosted, isUnnamed, type Listing, planCommit } from '../families/meta/container-posts.ts';
import {
  type Container,
  type ContainerApi,
  type ContainerFlow,
  createContainer,
  joinItems,
  prepareItems,
} from '../families/meta/containers.ts';
import { type Graph, pathTo } from '../families/meta/graph.ts';
import { addComment, type Posted, plainText } from '../families/meta/lists.ts';
import { uploadOnce } from '../families/meta/rupload.ts';
import { graphOf, type InstagramSession } from './api.ts';
import { composeCarousel, composeItem, isPushed, type Plan } from './compose.ts';
import { requireQuota } from './quota.ts';
import { formatOf } from './rules.ts';
import type { Settings } from './settings.ts';

const api: ContainerApi = {
  name: 'Instagram',
  create: 'media',
  publish: 'media_publish',
  status: 'status_code',
  words: 'status',
  passing: /\b22070(?:01|03|20|32|52|53|77|82)\b/,
};

export async function publish(
  post: Outgoing<Settings>,
  session: InstagramSession,
  run: Run,
): Promise<Published> {
  const { media } = post;
  if (media.length === 0) throw refuse('Instagram needs an image or a video.', 'media_ids');
  const format = formatOf(post);
  const plan: Plan = { post, format, via: session.grant.via };
  if (format === 'reel' && media.length > 1) throw refuse('A reel is one video.', 'media_ids');
  const flow: ContainerFlow = { graph: graphOf(session), api, account: session.account.id, run };
  await run.step('quota', () => requireQuota(session, format === 'story' ? media.length : 1));
  const items = await prepareItems(flow, media, (file, index) => makeItem(flow, plan, file, index));
  const containers = format === 'carousel' ? [await join(flow, plan, items)] : items;
  const posted: Posted[] = [];
  for (const [index, container] of containers.entries()) {
    const listing = listingOf(plan, index, posted);
    posted.push(await run.commit(`post ${index}`, ...planCommit(flow, container, listing)));
  }
  const published = await describePosted(flow, posted);
  if (format !== 'story' && !isUnnamed(published)) {
    await addComment(flow, published.id, post.settings.first_comment, 'text');
    await closeComments(published.id, post.settings, flow.graph, run);
  }
  return published;
}

async function makeItem(flow: ContainerFlow, plan: Plan, file: Media, index: number): Promise<Container> {
  const { graph, run } = flow;
  const item = await createContainer(flow, `container ${index}`, () => composeItem(plan, index));
  if (isPushed(file, plan))
    await uploadOnce({ graph, run, kind: 'ig-api-upload', status: 'video_status', ...item }, file);
  return item;
}

function join(flow: ContainerFlow, plan: Plan, items: readonly Container[]): Promise<Container> {
  const isLost = (error: unknown) => /^24(?:\/|$)/.test(faultIn(error, 'rejected')?.networkCode ?? '');
  return joinItems(flow, 'carousel', items, (children) => composeCarousel(plan, children), isLost);
}

/** Stories have no text, so they are told apart by their kind and by their ids. */
function listingOf({ format, post }: Plan, index: number, known: readonly Posted[]): Listing {
  const types = { image: 'IMAGE', video: 'VIDEO' };
  const file = post.media[index] as Media;
  const type = format === 'carousel' ? 'CAROUSEL_ALBUM' : types[file.kind];
  const isOurs = (item: unknown) =>
    textField(item, 'media_type') === type &&
    !known.some(({ id }) => id === textField(item, 'id')) &&
    (format === 'story' || plainText(textField(item, 'caption')) === plainText(post.text));
  return format === 'story'
    ? { edge: 'stories', fields: 'media_type', isOurs }
    : { edge: 'media', fields: 'media_type,caption', isOurs };
}

/** Follows the post; its failure is a warning. Sending this twice changes nothing. */
async function closeComments(
  media: string,
  { comments_enabled = true }: Settings,
  graph: Graph,
  run: Run,
): Promise<void> {
  if (comments_enabled) return;
  const close = async () => {
    graph.requireGood(await graph.post(pathTo(media), { comment_enabled: false }));
    return true;
  };
  await run.after('comments off', close, { repeatableFor: Number.POSITIVE_INFINITY });
}
