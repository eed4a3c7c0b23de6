/** Files in forms: photos, covers, and parts of videos. */
import { addressOf } from '../core/hosts.ts';
import { type HttpResponse, secondsToSend, withBearer } from '../core/http.ts';
import { idField } from '../core/json.ts';
import { encodeMultipart } from '../core/multipart.ts';
import type { Media } from '../core/network.ts';
import { type Graph, pathTo } from '../families/meta/graph.ts';
import type { PageFlow } from './api.ts';

/** Seconds, an hour less than the day for which Facebook keeps a photo that no post shows. */
export const keeps = 23 * 3600;

/** `range`: the bytes to send. Default: all. */
export function sendForm(
  { caller, origin, version, token }: Graph,
  path: string,
  fields: Record<string, string>,
  { field, file, range }: { field: string; file: Media; range?: { start: number; end: number } },
  signal: AbortSignal,
): Promise<HttpResponse> {
  const { name, mimeType } = file;
  const size = range === undefined ? file.size : range.end - range.start;
  const form = encodeMultipart(fields, { field, name, mimeType, size, bytes: file.open(range) });
  return caller.http(
    withBearer(
      {
        method: 'POST',
        url: `${addressOf(caller, origin)}/${version}${path}`,
        headers: { 'content-type': form.contentType, 'content-length': String(form.length) },
        body: form.body,
        timeout: secondsToSend(form.length),
        signal,
      },
      token,
    ),
  );
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
    const response = await sendForm(graph, pathTo(page, 'photos'), fields, part, run.signal);
    const id = idField(response.json, 'id');
    if (response.status !== 200 || id === undefined) throw graph.faultOf(response, graph.caller.now());
    return id;
  };
  return run.step(step, send, { keeps });
}
