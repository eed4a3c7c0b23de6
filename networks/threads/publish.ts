import { faultIn, refuse } from '../core/fault.ts';
import type { Outgoing, Published } from '../core/network.ts';
import { Ended, type Run } from '../core/run.ts';
import { describePosted, isUnnamed, planCommit } from '../families/meta/container-posts.ts';
import {
  awaitContainer,
  type Container,
  type ContainerApi,
  type ContainerFlow,
  createContainer,
  joinItems,
  prepareItems,
} from '../families/meta/containers.ts';
import { pathTo } from '../families/meta/graph.ts';
import type { Posted } from '../families/meta/lists.ts';
import { graphOf, type ThreadsSession } from './api.ts';
import { composeCarousel, composeItem, composeSingle, listPosts, type Part } from './compose.ts';
import { listingOf } from './listing.ts';
import { requireQuota } from './quota.ts';
import type { Settings } from './settings.ts';

/** https://developers.facebook.com/docs/threads/troubleshooting (2026-11-22) */
const api: ContainerApi = {
  name: 'Threads',
  create: 'threads',
  publish: 'threads_publish',
  status: 'status',
  words: 'error_message',
  passing: /^(?:FAILED_|UNKNOWN|$)/,
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
    const needsId = index + 1 < parts.length;
    const commit = planCommit(flow, container, listingOf(part, parent), needsId);
    posted.push(await run.commit(`post ${index}`, ...commit));
  }
  const [{ id }] = posted as [Posted];
  return describePosted(flow, posted, await addComment(flow, id, first_comment));
}

/** A container that can be published. */
async function prepare(
  flow: ContainerFlow,
  part: Part,
  index: number,
  parent: string | undefined,
): Promise<Container> {
  const { media } = part;
  if (media.length > 1) {
    const items = await prepareItems(flow, media, (file, at) =>
      createContainer(flow, `container ${index}.${at}`, () => composeItem(file)),
    );
    const compose = (children: string[]) => composeCarousel(part, parent, children);
    const isLost = (error: unknown) => parent === undefined && isUnknown(error);
    return joinItems(flow, `carousel ${index}`, items, compose, isLost);
  }
  const container = await createContainer(flow, `container ${index}`, () => composeSingle(part, parent));
  await awaitContainer(flow, container, media[0]?.kind);
  return container;
}

/** Threads answers that it does not know something that the request names: an item, or the post that is replied to. */
function isUnknown(error: unknown): boolean {
  const fault = faultIn(error, 'unavailable');
  return fault?.kind === 'unavailable' && !fault.sent && fault.networkCode !== undefined;
}

/**
 * The first comment: a reply to the post. Returns the warnings. The post is live, so no call for its comment may fail it,
 * and its container is not made again. A text’s container is finished at once.
 */
async function addComment(flow: ContainerFlow, parent: string, text: string | undefined): Promise<string[]> {
  if (text === undefined) return [];
  if (isUnnamed({ id: parent })) return ['Belfry does not know the post, so it has no first comment.'];
  const { graph, account, run } = flow;
  const part: Part = { text, media: [], settings: {} };
  const step = 'comment container';
  const create = () =>
    graph.create(pathTo(account, api.create), composeSingle(part, parent)).catch((error: unknown) => {
      const fault = faultIn(error, 'rejected');
      throw fault === undefined
        ? error
        : refuse(`Threads did not accept the first comment. ${fault.message}`);
    });
  // Nobody sees a container, so it may be made twice.
  const id = await run.after(step, create, { repeatableFor: Number.POSITIVE_INFINITY });
  if (id === null) return [];
  const [publishOnce, options] = planCommit(flow, { id, step }, listingOf(part, parent));
  const send: typeof publishOnce = (...given) =>
    publishOnce(...given).catch((error: unknown) => {
      throw error instanceof Ended ? refuse('Threads no longer has the first comment.') : error;
    });
  await run.after('comment', send, options);
  return [];
}
