import { faultIn, refuse } from '../core/fault.ts';
import { textField } from '../core/json.ts';
import type { Media, Outgoing, Published } from '../core/network.ts';
import { Ended, type Run } from '../core/run.ts';
import { statedAddress } from '../core/stated.ts';
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
import { graphOf, type ThreadsSession } from './api.ts';
import { addComment } from './comment.ts';
import { composeCarousel, composeItem, composeSingle, listPosts, type Part } from './compose.ts';
import { listingOf } from './listing.ts';
import { requireQuota } from './quota.ts';
import type { Settings } from './settings.ts';

/** Seconds between two looks at a container. */
const every = { text: 5, image: 5, video: 30 };

/** https://developers.facebook.com/docs/threads/troubleshooting (2026-11-22) */
const api: ContainerApi = {
  create: 'threads',
  publish: 'threads_publish',
  fields: 'status,error_message',
  readState: (json) => {
    const status = textField(json, 'status');
    if (status === 'FINISHED') return 'finished';
    if (status === 'PUBLISHED') return 'published';
    if (status === 'EXPIRED') return 'expired';
    if (status !== 'ERROR') return 'processing';
    const words = textField(json, 'error_message') ?? '';
    if (/^(?:FAILED_|UNKNOWN|$)/.test(words)) return { failed: 'again' };
    return { failed: refuse(`Threads could not process a file. ${words}`, 'media_ids') };
  },
};

/** A part’s container can be made only when the post before it is live, because it names that post. */
export async function publish(
  post: Outgoing<Settings>,
  session: ThreadsSession,
  run: Run,
): Promise<Published> {
  const flow: ContainerFlow = { graph: graphOf(session), api, account: session.account.id, run };
  const parts = listPosts(post);
  const { first_comment } = post.settings;
  const replies = parts.length - 1 + (first_comment === undefined ? 0 : 1);
  await run.step('quota', () => requireQuota(session, { posts: 1, replies }));
  const posted: Posted[] = [];
  for (const [index, part] of parts.entries()) {
    const parent = posted.at(-1)?.id;
    const container = await prepare(flow, part, index, parent);
    const find = (since: Date) => findPosted(flow, listingOf(part, parent), since);
    const needsId = index + 1 < parts.length;
    posted.push(await publishContainer(flow, container, `post ${index}`, { find, needsId }));
  }
  const [{ id }] = posted as [Posted];
  return finish(flow, posted, await addComment(flow, id, first_comment));
}

/** A container that can be published. */
async function prepare(
  flow: ContainerFlow,
  part: Part,
  index: number,
  parent: string | undefined,
): Promise<Container> {
  const { media } = part;
  if (media.length > 1) return joinItems(flow, part, index, parent);
  const compose = () => composeSingle(part, parent);
  const container = await createContainer(flow, `container ${index}`, compose);
  await awaitContainer(flow, container, every[media[0]?.kind ?? 'text']);
  return container;
}

async function joinItems(
  flow: ContainerFlow,
  part: Part,
  index: number,
  parent: string | undefined,
): Promise<Container> {
  const items: Container[] = [];
  for (const [at, file] of part.media.entries())
    items.push(await createContainer(flow, `container ${index}.${at}`, () => composeItem(file)));
  for (const [at, item] of items.entries())
    await awaitContainer(flow, item, every[(part.media[at] as Media).kind]);
  const children = items.map(({ id }) => id);
  const compose = () => composeCarousel(part, parent, children);
  const joined = await createContainer(flow, `carousel ${index}`, compose).catch((error: unknown) => {
    throw isLost(error) && parent === undefined ? new Ended(`container ${index}.0`) : error;
  });
  await awaitContainer(flow, joined, every.image);
  return joined;
}

/** Threads answers that it does not know something that the request names: an item, or the post that is replied to. */
function isLost(error: unknown): boolean {
  const fault = faultIn(error, 'unavailable');
  return fault?.kind === 'unavailable' && !fault.sent && fault.networkCode !== undefined;
}

async function finish(
  { graph, run }: ContainerFlow,
  posted: readonly Posted[],
  warnings: string[],
): Promise<Published> {
  const parts: Posted[] = [];
  for (const [index, { id, url }] of posted.entries()) {
    const page = isUnnamed({ id })
      ? null
      : (url ?? (await run.step(`page ${index}`, () => findPage(graph, id))));
    parts.push({ id, url: statedAddress(page) });
  }
  const [first] = parts as [Posted];
  if (parts.some(isUnnamed))
    warnings.push(
      'Threads has published this post, but its list does not show it, so Belfry does not know its page.',
    );
  return {
    ...first,
    ...(parts.length > 1 && { parts }),
    ...(warnings.length > 0 && { warnings }),
  };
}
