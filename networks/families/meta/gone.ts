/**
 * Whether a post is gone. Meta’s “does not exist” (100/33) goes on: “… cannot be loaded due to missing permissions, or
 * does not support this operation”. So it proves nothing alone:
 * https://developers.facebook.com/docs/graph-api/guides/error-handling (2026-11-22).
 */
import { refuse } from '../../core/fault.ts';
import { field } from '../../core/json.ts';
import { type Graph, pathTo } from './graph.ts';

/** A post, and what tells that the sign-in may see it. */
interface Sought {
  id: string;
  /** The account, and its edge with the posts. */
  account: string;
  edge: string;
  /** How the network says “does not exist”. Default: 100/33. */
  isDenied?: (json: unknown) => boolean;
}

/** “Does not exist”, or the sign-in may not do this. */
export function isDenied(json: unknown): boolean {
  return field(json, 'error', 'code') === 100 && field(json, 'error', 'error_subcode') === 33;
}

/** Deletes a post. One that is gone counts as deleted. */
export async function deletePost(graph: Graph, post: Sought): Promise<void> {
  const response = await graph.send('DELETE', pathTo(post.id));
  if (!(post.isDenied ?? isDenied)(response.json)) {
    graph.requireGood(response);
    return;
  }
  if (await isGone(graph, post)) return;
  throw refuse(
    'The network has not deleted this post, although it still has it. Connect the channel again and allow everything that is asked, or delete the post there.',
  );
}

/**
 * To be asked about a post that was denied: gone only if reading it is denied, too, and the sign-in may read the posts of
 * the account. Throws the fault of a sign-in that may not.
 */
export async function isGone(graph: Graph, { id, account, edge, ...post }: Sought): Promise<boolean> {
  const response = await graph.read(pathTo(id), { fields: 'id' });
  if (!(post.isDenied ?? isDenied)(response.json)) {
    graph.requireGood(response);
    return false;
  }
  await graph.ask(pathTo(account, edge), { fields: 'id', limit: '1' });
  return true;
}
