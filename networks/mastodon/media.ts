/** Uploads each file once, before the post, and waits until it is processed. */
import { NetworkFault } from '../core/fault.ts';
import type { HttpResponse } from '../core/http.ts';
import { idField } from '../core/json.ts';
import { encodeMultipart } from '../core/multipart.ts';
import type { Media } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { callAsAccount, type MastodonSession } from './api.ts';
import { faultOf } from './faults.ts';

type Upload = { id: string; isReady: boolean };

/** Seconds to upload one file. */
const uploadTimeout = 600;

export async function uploadMedia(
  media: readonly Media[],
  session: MastodonSession,
  run: Run,
): Promise<string[]> {
  const uploads: Upload[] = [];
  for (const [index, file] of media.entries()) {
    uploads.push(await run.step(`media ${index}`, () => upload(file, index, session, run.signal)));
  }
  for (const [index, { id, isReady }] of uploads.entries()) {
    if (!isReady) await run.until(`media ${index} ready`, () => probe(id, index, session));
  }
  return uploads.map(({ id }) => id);
}

async function upload(
  file: Media,
  index: number,
  session: MastodonSession,
  signal: AbortSignal,
): Promise<Upload> {
  const response = await postFile('/api/v2/media', file, session, signal);
  const isOld = response.status === 404 || response.status === 405;
  return uploadOf(isOld ? await postFile('/api/v1/media', file, session, signal) : response, index, session);
}

function postFile(
  path: string,
  file: Media,
  session: MastodonSession,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const { name, mimeType, size } = file;
  const part = { field: 'file', name, mimeType, size, bytes: file.open() };
  const { contentType, length, body } = encodeMultipart(
    file.altText ? { description: file.altText } : {},
    part,
  );
  const headers = { 'content-type': contentType, 'content-length': String(length) };
  return callAsAccount(session, { method: 'POST', path, headers, body, timeout: uploadTimeout, signal });
}

/** 202: accepted, and still processing. */
function uploadOf(response: HttpResponse, index: number, session: MastodonSession): Upload {
  const id = idField(response.json, 'id');
  if (id !== undefined && response.status === 200) return { id, isReady: true };
  if (id !== undefined && response.status === 202) return { id, isReady: false };
  throw faultOfFile(response, index, session);
}

/** 206 until the server has processed the file, 422 if it cannot. */
async function probe(id: string, index: number, session: MastodonSession): Promise<true | null> {
  const response = await callAsAccount(session, { method: 'GET', path: `/api/v1/media/${id}` });
  if (response.status === 200) return true;
  if (response.status === 206) return null;
  throw faultOfFile(response, index, session);
}

function faultOfFile(response: HttpResponse, index: number, session: MastodonSession): NetworkFault {
  const { fault } = faultOf(response, session.now());
  if (fault.kind !== 'rejected') return new NetworkFault(fault);
  return new NetworkFault({ ...fault, field: `media_ids.${index}` });
}
