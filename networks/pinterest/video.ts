/**
 * Uploads a video: it is registered, sent to a storage service as a form, and processed.
 * https://developers.pinterest.com/docs/api/v5/media-create (2026-11-22)
 */
import { NetworkFault, refuse } from '../core/fault.ts';
import { jsonRequest, secondsToSend } from '../core/http.ts';
import { field, textField } from '../core/json.ts';
import { encodeMultipart } from '../core/multipart.ts';
import type { Media } from '../core/network.ts';
import { Ended, type Run } from '../core/run.ts';
import { callApi, idIn, type PinterestSession, readApi } from './api.ts';
import { faultOf } from './faults.ts';

const step = 'video';
/** Seconds between two questions whether the video is ready. */
const every = 10;

/**
 * The id of a processed video. Registering and sending are one step, because a form cannot be continued, and its
 * parameters are secrets that soon end.
 */
export async function uploadVideo(file: Media, session: PinterestSession, run: Run): Promise<string> {
  const id = await run.step(step, () => sendVideo(file, session, run.signal));
  await run.until('video ready', () => probe(id, session), { every });
  return id;
}

async function sendVideo(file: Media, session: PinterestSession, signal: AbortSignal): Promise<string> {
  const { headers = {}, body = '' } = jsonRequest('POST', '', { media_type: 'video' });
  const response = await callApi(session, 'POST', '/media', { headers, body, signal });
  const { status, json } = response;
  const id = idIn(json, 'media_id');
  const url = textField(json, 'upload_url');
  if ((status !== 200 && status !== 201) || id === undefined || url === undefined)
    throw faultOf(response, session.now());
  await sendForm(requireAddress(url, session), readParameters(json), file, session, signal);
  return id;
}

/** Anywhere, if the connection is private: the form carries its own permission, and no token of ours. */
function requireAddress(address: string, { endpoint }: PinterestSession): string {
  const url = URL.parse(address);
  const isOperators = endpoint !== undefined && url?.href.startsWith(`${endpoint}/`);
  if (url !== null && (url.protocol === 'https:' || isOperators)) return url.href;
  throw makesNoSense('Pinterest named an address for the video that is not private. Nothing was sent there.');
}

/** Names and values stand in the form as they are, so that they must not contain line breaks. */
function readParameters(json: unknown): Record<string, string> {
  const parameters = Object.entries(field(json, 'upload_parameters') ?? {});
  const isSafe = parameters.every(
    ([name, value]) =>
      /^[\w-]{1,100}$/.test(name) && typeof value === 'string' && /^[\x20-\x7e]{0,10000}$/.test(value),
  );
  if (isSafe && parameters.length > 0 && parameters.length <= 50) return Object.fromEntries(parameters);
  throw makesNoSense('Pinterest named parameters for the video that make no sense. Nothing was sent.');
}

async function sendForm(
  url: string,
  parameters: Record<string, string>,
  file: Media,
  session: PinterestSession,
  signal: AbortSignal,
): Promise<void> {
  const { name, mimeType, size } = file;
  const part = { field: 'file', name, mimeType, size, bytes: file.open() };
  const { contentType, length, body } = encodeMultipart(parameters, part);
  const headers = { 'content-type': contentType, 'content-length': String(length) };
  const request = { method: 'POST', url, headers, body, timeout: secondsToSend(length), signal } as const;
  const { status, text } = await session.http(request);
  if (status === 204 || status === 201 || status === 200) return;
  if (status === 400 && text.includes('EntityTooLarge'))
    throw refuse('Pinterest does not accept so large a video.');
  throw makesNoSense(`Pinterest’s storage answered ${status} to the video.`);
}

/** Not confirmed: how long Pinterest keeps a video that no pin has. */
async function probe(id: string, session: PinterestSession): Promise<true | null> {
  const response = await readApi(session, `/media/${id}`);
  const state = textField(response.json, 'status');
  if (response.status === 404) throw new Ended(step);
  if (response.status !== 200 || state === undefined) throw faultOf(response, session.now());
  if (state === 'failed') throw refuse(`Pinterest cannot process this video. ${reasonIn(response.json)}`);
  return state === 'succeeded' ? true : null;
}

function reasonIn(json: unknown): string {
  const code = field(json, 'failure_code');
  return code === undefined || code === null
    ? 'It gave no reason.'
    : `Its reason is ${String(code).slice(0, 100)}.`;
}

/** Nothing is visible yet, so the upload is simply tried again. */
function makesNoSense(message: string): NetworkFault {
  return new NetworkFault({ kind: 'unavailable', message, sent: false });
}
