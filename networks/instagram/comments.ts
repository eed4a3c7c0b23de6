/** The first comment, and posts without comments. Both follow the post, and their failures are warnings. */
import { idField, textField } from '../core/json.ts';
import type { Run } from '../core/run.ts';
import { composeText } from '../core/text.ts';
import { askGraph, createInGraph, dataOf, type Graph, pathTo } from '../families/meta/graph.ts';
import type { Settings } from './settings.ts';

export async function addComment(
  media: string,
  { first_comment }: Settings,
  graph: Graph,
  run: Run,
): Promise<void> {
  if (first_comment === undefined) return;
  const body = { message: first_comment };
  const path = pathTo(media, 'comments');
  await run.after('comment', () => createInGraph(graph, path, { body, signal: run.signal }), {
    // A comment that Instagram hides is not in the list.
    reconcile: async () => {
      const id = await findComment(path, first_comment, graph);
      return id === undefined ? 'unknown' : { found: id };
    },
  });
}

async function findComment(path: string, text: string, graph: Graph): Promise<string | undefined> {
  const plain = (each: string) => composeText(each.trim());
  const json = await askGraph(graph, { method: 'GET', path, query: { fields: 'id,text' } });
  const ours = dataOf(json).find((item) => plain(textField(item, 'text') ?? '') === plain(text));
  return idField(ours, 'id');
}

/** Sending this twice changes nothing. */
export async function closeComments(
  media: string,
  { comments_enabled = true }: Settings,
  graph: Graph,
  run: Run,
): Promise<void> {
  if (comments_enabled) return;
  const close = async () => {
    const body = { comment_enabled: false };
    await askGraph(graph, { method: 'POST', path: pathTo(media), body, signal: run.signal });
    return true;
  };
  await run.after('comments off', close, { repeatableFor: Number.POSITIVE_INFINITY });
}
