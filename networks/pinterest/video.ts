/**
 * Uploads a video: it is registered, sent to a storage service as a form, and processed.
 * https://developers.pinterest.com/docs/api/v5/media-create (2026-11-22)
 */
import { NetworkFault, refuse } from '../core/fault.ts';
import { encodeForm, filePart } from '../core/form.ts';
import type { HttpResponse } from '../core/http.ts';
import { digitsField, field, textField } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import { Ended, type Run } from '../core/run.ts';
import { spellCode } from '../core/stated.ts';
import { ask, type PinterestSession } from './api.ts';

const step = 'video';
/** Seconds between two questions whether the video is ready. */
const every = 10;

/**
 * The id of a processed video. Registering and sending are one step, because a form cannot be continued, and its
 * parameters are secrets that soon end.
 */
export async function uploadVideo(file: Media, session: PinterestSession, run: Run): Promise<string> {
  const id = await run.step(step, () => sendVideo(file, session));
  await run.until('video ready', () => probe(id, session), { every });
  return id;
}

async function sendVideo(file: Media, session: PinterestSession): Promise<string> {
  const call = { path: '/media', json: { media_type: 'video' }, accepts: [200, 201] };
  const { id, url, parameters } = await ask(session, call, (json) => {
    const [id, address] = [digitsField(json, 'media_id'), textField(json, 'upload_url')];
    if (id === undefined || address === undefined) return undefined;
    return { id, url: requireAddress(address, session), parameters: readParameters(json) };
  });
  const form = encodeForm(parameters, filePart('file', file));
  requireStored(await session.http({ method: 'POST', url, ...form }));
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

function requireStored({ status, text }: HttpResponse): void {
  if ([200, 201, 204].includes(status)) return;
  if (status === 400 && text.includes('EntityTooLarge'))
    throw refuse('Pinterest does not accept so large a video.');
  throw makesNoSense(`Pinterest’s storage answered ${status} to the video.`);
}

/** Not confirmed: how long Pinterest keeps a video that no pin has. */
function probe(id: string, session: PinterestSession): Promise<true | null> {
  return ask(session, { path: `/media/${id}`, accepts: [200, 404] }, (json, { status }) => {
    if (status === 404) throw new Ended(step);
    const state = textField(json, 'status');
    if (state === 'failed') throw refuse(`Pinterest cannot process this video. ${reasonIn(json)}`);
    return state === undefined ? undefined : state === 'succeeded' || null;
  });
}

function reasonIn(json: unknown): string {
  const code = field(json, 'failure_code') ?? null;
  return code === null ? 'It gave no reason.' : `Its reason is ${spellCode(String(code).slice(0, 100))}.`;
}

/** Nothing is visible yet, so the upload is simply tried again. */
function makesNoSense(message: string): NetworkFault {
  return new NetworkFault({ kind: 'unavailable', message, sent: false });
}
