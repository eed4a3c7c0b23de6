/** The first comment: a reply to the post, whose failure is only a warning. */
import { faultIn } from '../core/fault.ts';
import {
  type ContainerFlow,
  containerKeeps,
  findPosted,
  isUnnamed,
  publishAfter,
} from '../families/meta/containers.ts';
import { createInGraph, pathTo } from '../families/meta/graph.ts';
import { composeSingle, type Part } from './compose.ts';
import { listingOf } from './listing.ts';

const step = 'comment container';

/** Returns the warnings. A text’s container is finished at once. */
export async function addComment(
  flow: ContainerFlow,
  parent: string,
  text: string | undefined,
): Promise<string[]> {
  if (text === undefined) return [];
  if (isUnnamed({ id: parent })) return ['Belfry does not know the post, so it has no first comment.'];
  const { graph, api, account, run } = flow;
  const part: Part = { text, media: [], settings: {} };
  const create = () =>
    createInGraph(graph, pathTo(account, api.create), {
      body: composeSingle(part, parent),
      signal: run.signal,
    }).catch((error: unknown) => {
      if (faultIn(error, 'rejected') !== undefined) return null;
      throw error;
    });
  const id = await run.step(step, create, { keeps: containerKeeps });
  if (id === null) return ['Threads did not accept the first comment.'];
  const find = (since: Date) => findPosted(flow, listingOf(part, parent), since);
  await publishAfter(flow, { id, step }, 'comment', { find });
  return [];
}
