/** Files in forms: photos, covers, and parts of videos. */
import { type HttpResponse, secondsToSend } from '../core/http.ts';
import { encodeMultipart } from '../core/multipart.ts';
import type { Media, Outgoing } from '../core/network.ts';
import { type Graph, pathTo } from '../families/meta/graph.ts';
import type { PageFlow } from './api.ts';
import type { Settings } from './settings.ts';

/** Seconds, an hour less than the day for which Facebook keeps a photo that no post shows. */
export const keeps = 23 * 3600;

/** `range`: the bytes to send. Default: all. */
export function sendForm(
  graph: Graph,
  path: string,
  fields: Record<string, string>,
  { field, file, range }: { field: string; file: Media; range?: { start: number; end: number } },
): Promise<HttpResponse> {
  const { name, mimeType } = file;
  const size = range === undefined ? file.size : range.end - range.start;
  const form = encodeMultipart(fields, { field, name, mimeType, size, bytes: file.open(range) });
  return graph.send('POST', path, undefined, {
    headers: { 'content-type': form.contentType, 'content-length': String(form.length) },
    body: form.body,
    timeout: secondsToSend(form.length),
  });
}

/** The id of a photo that nobody sees until a post or a story has it. */
export function uploadPhoto(
  { graph, page, run }: PageFlow,
  step: string,
  file: Media,
  altText: string | null,
): Promise<string> {
  const send = async () => {
    const fields = { published: 'false', ...(altText && { alt_text_custom: altText }) };
    const part = { field: 'source', file };
    return graph.requireId(await sendForm(graph, pathTo(page, 'photos'), fields, part));
  };
  return run.step(step, send, { keeps });
}

/** Follows the video; its failure is a warning. Sending this twice changes nothing that people see. */
export async function addCover(
  video: string,
  { settings, files }: Outgoing<Settings>,
  { graph, run }: PageFlow,
): Promise<void> {
  const file = settings.cover === undefined ? undefined : files?.get(settings.cover);
  if (file === undefined) return;
  const send = async () => {
    const part = { field: 'source', file };
    const path = pathTo(video, 'thumbnails');
    graph.requireGood(await sendForm(graph, path, { is_preferred: 'true' }, part));
    return true;
  };
  await run.after('cover', send, { repeatableFor: Number.POSITIVE_INFINITY });
}
