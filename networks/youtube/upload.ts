/**
 * Resumable uploads: https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (2026-11-21). One
 * session makes at most one video, and only its last byte makes it.
 */
import { NetworkFault } from '../core/fault.ts';
import { requireOwnAddress } from '../core/hosts.ts';
import { type HttpResponse, secondsToSend, withBearer } from '../core/http.ts';
import { field, type JsonObject, textField } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import { type EarlierSends, Ended } from '../core/run.ts';
import { origin, postApi, type YoutubeSession } from './api.ts';
import { faultOf } from './faults.ts';
import type { Visibility } from './settings.ts';

const KiB = 1024;

/** Bytes. Every part but the last is a multiple of this. */
const unit = 256 * KiB;
const partSize = 8 * KiB * KiB;

export interface Upload {
  /** Everybody who has this address can write to the upload. */
  address: string;
  file: Media;
  session: YoutubeSession;
  signal: AbortSignal;
}

export type Video = { id: string; visibility: Visibility | null };

/** What YouTube has of an upload: a video, so many bytes, or nothing any more. */
type Progress = { video: Video } | { offset: number } | 'gone';

/** The address of a new upload. */
export async function openUpload(
  video: JsonObject,
  file: Media,
  session: YoutubeSession,
  { notifiesSubscribers, signal }: { notifiesSubscribers: boolean; signal: AbortSignal },
): Promise<string> {
  const query = {
    uploadType: 'resumable',
    part: Object.keys(video).join(','),
    notifySubscribers: String(notifiesSubscribers),
  };
  const headers = { 'x-upload-content-type': file.mimeType, 'x-upload-content-length': String(file.size) };
  const token = session.grant.access;
  const path = '/upload/youtube/v3/videos';
  const response = await postApi(session, token, path, { query, body: video, headers, signal });
  const { location } = response.headers;
  if (response.status !== 200 || location === undefined) throw faultOf(response, session.now());
  return requireOwnAddress(session, [origin], location);
}

/** Sends everything before the last part, from where an earlier attempt stopped. */
export async function sendParts(upload: Upload): Promise<true> {
  const end = startOfLastPart(upload.file.size);
  let offset = end === 0 ? end : await readOffset(upload);
  while (offset < end) {
    const progress = await put(upload, { start: offset, end: Math.min(offset + partSize, end) });
    const next = offsetOf(progress, end);
    if (next <= offset) throw makesNoSense('YouTube stored nothing of a part of the video.');
    offset = next;
  }
  return true;
}

/** Sends the last part, of at most 256 KiB, which makes the video. */
export async function sendLastPart(upload: Upload, sent: EarlierSends): Promise<Video> {
  const { size } = upload.file;
  const start = sent.times > 0 ? await probe(upload) : { offset: startOfLastPart(size) };
  const progress =
    start === 'gone' || 'video' in start
      ? start
      : await put(upload, { start: requireParts(start, size), end: size });
  if (progress === 'gone')
    throw sent.times > 0 ? makesNoSense('YouTube no longer knows the upload.') : lost();
  if ('video' in progress) return progress.video;
  throw new Ended('parts');
}

/** The bytes from which the rest is sent. If YouTube has lost some, no video can have been made. */
function requireParts({ offset }: { offset: number }, size: number): number {
  if (offset < startOfLastPart(size) || offset >= size) throw new Ended('parts');
  return offset;
}

/** Asks what YouTube has. Sends no bytes of the file. */
export function probe(upload: Upload): Promise<Progress> {
  return put(upload, undefined);
}

async function readOffset(upload: Upload): Promise<number> {
  return offsetOf(await probe(upload), startOfLastPart(upload.file.size));
}

/** `whole`: the offset of an upload that is a video already. */
function offsetOf(progress: Progress, whole: number): number {
  if (progress === 'gone') throw lost();
  return 'video' in progress ? whole : progress.offset;
}

async function put(
  { address, file, session, signal }: Upload,
  part: { start: number; end: number } | undefined,
): Promise<Progress> {
  const length = part === undefined ? 0 : part.end - part.start;
  const range = part === undefined ? '*' : `${part.start}-${part.end - 1}`;
  const headers = {
    'content-length': String(length),
    'content-range': `bytes ${range}/${file.size}`,
    'content-type': file.mimeType,
  };
  const url = requireOwnAddress(session, [origin], address);
  const body = part === undefined ? '' : file.open(part);
  const request = { method: 'PUT', url, headers, body, timeout: secondsToSend(length), signal } as const;
  const response = await session.http(withBearer(request, session.grant.access));
  return readProgress(response, session);
}

function readProgress(response: HttpResponse, session: YoutubeSession): Progress {
  const { status, headers, json } = response;
  if (status === 404 || status === 410) return 'gone';
  if (status === 308) {
    const [, last] = /^bytes=0-(\d{1,15})$/.exec(headers.range ?? '') ?? [];
    return { offset: last === undefined ? 0 : Number(last) + 1 };
  }
  const video = status === 200 || status === 201 ? readVideo(textField(json, 'id'), json) : undefined;
  if (video === undefined) throw faultOf(response, session.now());
  return { video };
}

/** `resource` has the part `status`, of a video or of an item of a playlist. */
export function readVideo(id: string | undefined, resource: unknown): Video | undefined {
  if (id === undefined || !/^[\w-]{1,64}$/.test(id)) return undefined;
  const stated = field(resource, 'status', 'privacyStatus');
  const visibility = stated === 'public' || stated === 'unlisted' || stated === 'private' ? stated : null;
  return { id, visibility };
}

function startOfLastPart(size: number): number {
  return Math.max(0, Math.floor((size - 1) / unit) * unit);
}

function lost(): Ended {
  return new Ended('session');
}

function makesNoSense(message: string): NetworkFault {
  return new NetworkFault({ kind: 'unavailable', message, sent: true });
}
