/** The first comment, and the cover of a video. Both follow the post, and their failures are warnings. */
import { idField, textField } from '../core/json.ts';
import type { Outgoing } from '../core/network.ts';
import { composeText } from '../core/text.ts';
import { askGraph, createInGraph, dataOf, pathTo } from '../families/meta/graph.ts';
import type { PageFlow } from './api.ts';
import type { Settings } from './settings.ts';
import { sendForm } from './upload.ts';

export async function addComment(
  post: string,
  { first_comment }: Settings,
  { graph, run }: PageFlow,
): Promise<void> {
  if (first_comment === undefined) return;
  const path = pathTo(post, 'comments');
  const body = { message: first_comment };
  await run.after('comment', () => createInGraph(graph, path, { body, signal: run.signal }), {
    // A comment that Facebook hides is not in the list.
    reconcile: async () => {
      const plain = (text: string) => composeText(text.trim());
      const json = await askGraph(graph, { method: 'GET', path, query: { fields: 'id,message' } });
      const ours = dataOf(json).find(
        (each) => plain(textField(each, 'message') ?? '') === plain(first_comment),
      );
      const id = idField(ours, 'id');
      return id === undefined ? 'unknown' : { found: id };
    },
  });
}

/** Sending this twice changes nothing that people see. */
export async function addCover(
  video: string,
  { settings, files }: Outgoing<Settings>,
  { graph, run }: PageFlow,
): Promise<void> {
  const file = settings.cover === undefined ? undefined : files?.get(settings.cover);
  if (file === undefined) return;
  const send = async () => {
    const part = { field: 'source', file };
    const fields = { is_preferred: 'true' };
    const response = await sendForm(graph, pathTo(video, 'thumbnails'), fields, part, run.signal);
    if (response.status !== 200) throw graph.faultOf(response, graph.caller.now());
    return true;
  };
  await run.after('cover', send, { repeatableFor: Number.POSITIVE_INFINITY });
}
