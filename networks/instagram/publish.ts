import { faultIn, refuse } from '../core/fault.ts';
import { textField } from '../core/json.ts';
import type { Media, Outgoing, Published } from '../core/network.ts';
import { Ended, type Run } from '../core/run.ts';
import { statedAddress } from '../core/stated.ts';
import { composeText } from '../core/text.ts';
import {
  awaitContainer,
  type Container,
  type ContainerApi,
  type ContainerFlow,
  createContainer,
  findPage,
  findPosted,
  isUnnamed,
  type Posted,
  publishContainer,
} from '../families/meta/containers.ts';
import { resumeUpload } from '../families/meta/rupload.ts';
import { graphOf, type InstagramSession } from './api.ts';
import { addComment, closeComments } from './comments.ts';
import { composeCarousel, composeItem, isPushed, type Plan, planPost } from './compose.ts';
import { requireQuota } from './quota.ts';
import type { Settings } from './settings.ts';

/** Seconds between two looks at a container. */
const every = { image: 5, video: 30 };

/** What a container’s status says of a failure that a new container may not have. */
const passingFailure = /\b22070(?:01|03|20|32|52|53|77|82)\b/;

/** https://developers.facebook.com/docs/instagram-platform/content-publishing (2026-11-22) */
const api: ContainerApi = {
  create: 'media',
  publish: 'media_publish',
  fields: 'status_code,status',
  readState: (json) => {
    const words = textField(json, 'status') ?? '';
    const code = textField(json, 'status_code');
    if (code === 'FINISHED') return 'finished';
    if (code === 'PUBLISHED') return 'published';
    if (code === 'EXPIRED') return 'expired';
    if (code !== 'ERROR') return 'processing';
    if (passingFailure.test(words.slice(0, 1000))) return { failed: 'again' };
    return { failed: refuse(`Instagram could not process a file. ${words}`, 'media_ids') };
  },
};

export async function publish(
  post: Outgoing<Settings>,
  session: InstagramSession,
  run: Run,
): Promise<Published> {
  if (post.media.length === 0) throw refuse('Instagram needs an image or a video.', 'media_ids');
  const plan = planPost(post, session.grant.via);
  if (plan.format === 'reel' && post.media.length > 1) throw refuse('A reel is one video.', 'media_ids');
  const flow: ContainerFlow = { graph: graphOf(session), api, account: session.account.id, run };
  const parts = plan.format === 'story' ? post.media.length : 1;
  await run.step('quota', () => requireQuota(flow.graph, session.account.id, parts));
  const items = await prepareItems(flow, plan);
  const containers = plan.format === 'carousel' ? [await joinItems(flow, plan, items)] : items;
  const posted: Posted[] = [];
  for (const [index, container] of containers.entries()) {
    const known = posted.map(({ id }) => id);
    const find = (since: Date) => findPosted(flow, listingOf(plan, index, known), since);
    posted.push(await publishContainer(flow, container, `post ${index}`, { find }));
  }
  return finish(flow, plan, posted);
}

/** A container of each file, which Instagram has processed. */
async function prepareItems(flow: ContainerFlow, plan: Plan): Promise<Container[]> {
  const items: Container[] = [];
  for (const [index, file] of plan.post.media.entries()) {
    const item = await createContainer(flow, `container ${index}`, () => composeItem(plan, index));
    if (isPushed(file, plan)) await upload(flow, item, file);
    items.push(item);
  }
  for (const [index, file] of plan.post.media.entries())
    await awaitContainer(flow, items[index] as Container, every[file.kind]);
  return items;
}

/** The name of the step has the container’s id, because a new container needs the bytes again. */
async function upload(flow: ContainerFlow, { id, step }: Container, file: Media): Promise<void> {
  const { graph, run } = flow;
  await run.step(`upload ${id}`, async () => {
    const target = { graph, kind: 'ig-api-upload', id, signal: run.signal };
    await resumeUpload(target, file, { fieldName: 'video_status', step });
    return true;
  });
}

async function joinItems(flow: ContainerFlow, plan: Plan, items: readonly Container[]): Promise<Container> {
  const [first] = items;
  const compose = () =>
    composeCarousel(
      plan,
      items.map(({ id }) => id),
    );
  const joined = await createContainer(flow, 'carousel', compose).catch((error: unknown) => {
    const isLost = /^24(?:\/|$)/.test(faultIn(error, 'rejected')?.networkCode ?? '');
    throw isLost && first !== undefined ? new Ended(first.step) : error;
  });
  await awaitContainer(flow, joined, every.image);
  return joined;
}

/** Stories have no text, so they are told apart by their kind and by their ids. */
function listingOf({ format, post }: Plan, index: number, known: readonly string[]) {
  const plain = (text: string) => composeText(text.trim());
  const types = { image: 'IMAGE', video: 'VIDEO' };
  const file = post.media[index] as Media;
  const type = format === 'carousel' ? 'CAROUSEL_ALBUM' : types[file.kind];
  const isOurs = (item: unknown) =>
    textField(item, 'media_type') === type &&
    !known.includes(textField(item, 'id') ?? '') &&
    (format === 'story' || plain(textField(item, 'caption') ?? '') === plain(post.text));
  return format === 'story'
    ? { edge: 'stories', fields: 'media_type', isOurs }
    : { edge: 'media', fields: 'media_type,caption', isOurs };
}

async function finish(
  flow: ContainerFlow,
  { post, format }: Plan,
  posted: readonly Posted[],
): Promise<Published> {
  const { graph, run } = flow;
  const parts: Posted[] = [];
  for (const [index, { id, url }] of posted.entries()) {
    const page = isUnnamed({ id })
      ? null
      : (url ?? (await run.step(`page ${index}`, () => findPage(flow.graph, id))));
    parts.push({ id, url: statedAddress(page) });
  }
  const [first] = parts;
  if (first === undefined) throw refuse('Instagram needs an image or a video.', 'media_ids');
  const published = { ...first, ...(parts.length > 1 && { parts }) };
  if (parts.some(isUnnamed)) {
    const message =
      'Instagram has published this post, but its list does not show it, so Belfry does not know its page.';
    return { ...published, warnings: [message] };
  }
  if (format !== 'story') {
    await addComment(first.id, post.settings, graph, run);
    await closeComments(first.id, post.settings, graph, run);
  }
  return published;
}
