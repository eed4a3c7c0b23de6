/** The upload of a video in parts: https://developers.facebook.com/docs/graph-api/reference/page/videos (2026-11-22). */
import type { HttpResponse } from '../core/http.ts';
import { field, textField } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import { Ended } from '../core/run.ts';
import { unavailable } from '../families/meta/faults.ts';
import { type Graph, pathTo } from '../families/meta/graph.ts';
import type { PageFlow } from './api.ts';
import { sendForm } from './upload.ts';

/** `end`: where the first part ends. */
export type ChunkedVideo = { id: string; session: string; end: number };
type Range = { start: number; end: number };

/** “The offset is wrong”; the answer has the right one. */
const wrongOffset = 1363037;
/** The upload session is over, or Facebook never had it. */
const lostSession = [1363019, 1363021, 1363030, 1363033, 1363041, 1363045];
/** Facebook could not read the video, which may pass once. */
const unreadable = 6001;
/** Bytes of a part if Facebook does not say. */
const partSize = 8 * 1024 * 1024;

export async function startChunks({ graph, page }: PageFlow, { size }: Media): Promise<ChunkedVideo> {
  const body = { upload_phase: 'start', file_size: size };
  const response = await graph.post(pathTo(page, 'videos'), body);
  return {
    id: graph.requireId(response, 'video_id'),
    session: graph.requireId(response, 'upload_session_id'),
    end: Math.min(readBytes(response.json, 'end_offset') || partSize, size),
  };
}

/** Begins at the first byte: after a break, Facebook answers with the offset at which it wants to go on. */
export async function sendChunks(
  { graph, page }: PageFlow,
  { session, end }: ChunkedVideo,
  file: Media,
  step: string,
): Promise<true> {
  let range: Range = { start: 0, end };
  // Each answer must lead on, so that a wrong one cannot keep us here.
  let furthest = -1;
  while (range.start < file.size) {
    if (range.start <= furthest) throw unavailable('Facebook asked for the same part of the video again.');
    furthest = range.start;
    const start_offset = String(range.start);
    const fields = { upload_phase: 'transfer', upload_session_id: session, start_offset };
    const part = { field: 'video_file_chunk', file, range };
    const response = await sendForm(graph, pathTo(page, 'videos'), fields, part);
    range = readNext(graph, response, file.size, step);
  }
  return true;
}

function readNext(graph: Graph, response: HttpResponse, size: number, step: string): Range {
  const { status, json } = response;
  const [code, subcode] = [field(json, 'error', 'code'), field(json, 'error', 'error_subcode')];
  const isUnread = code === unreadable && subcode === undefined;
  if (status !== 200 && (isUnread || lostSession.includes(Number(subcode)))) throw new Ended(step);
  const data = subcode === wrongOffset ? field(json, 'error', 'error_data') : json;
  const [start, end] = [readBytes(data, 'start_offset'), readBytes(data, 'end_offset')];
  if ((status !== 200 && subcode !== wrongOffset) || start === undefined) throw graph.faultOf(response);
  const isSensible = end !== undefined && end > start;
  return { start, end: Math.min(isSensible ? end : start + partSize, size) };
}

/** Facebook writes numbers of bytes as text. */
function readBytes(json: unknown, name: string): number | undefined {
  const text = textField(json, name) ?? String(field(json, name));
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
