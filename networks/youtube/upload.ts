/**
 * Resumable uploads: https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (2026-11-21). One
 * session makes at most one video, and only its last byte makes it.
 */
import { makesNoSense } from '../core/api.ts';
import { fileBody, type Range } from '../core/file-body.ts';
import { requireOwnAddress } from '../core/hosts.ts';
import { type HttpResponse, withBearer } from '../core/http.ts';
import { field, type JsonObject, textField } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import { type EarlierSends, Ended } from '../core/run.ts';
import { askUpload, origin, type YoutubeSession } from './api.ts';
import { faultOfUpload } from './faults.ts';
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
}

export type Video = { id: string; visibility: Visibility | null };

/** What YouTube has of an upload: a video, so many bytes, or nothing any more. */
type Progress = { video: Video } | { offset: number } | 'gone';

/** The address of a new upload. */
export async function openUpload(video: JsonObject, notifies: boolean, upload: Omit<Upload, 'address'>) {
  const { file, session } = upload;
  const path = '/upload/youtube/v3/videos';
  const query = {
    uploadType: 'resumable',
    part: Object.keys(video).join(','),
    notifySubscribers: String(notifies),
  };
  const headers = { 'x-upload-content-type': file.mimeType, 'x-upload-content-length': String(file.size) };
  const call = { path, query, json: video, headers };
  const address = await askUpload(session, call, (_, response) => response.headers.location);
  return requireOwnAddress(session, [origin], address);
}

/** Sends everything before the last part, from where an earlier attempt stopped. */
export async function sendParts(upload: Upload): Promise<true> {
  const end = startOfLastPart(upload.file.size);
  let offset = end === 0 ? end : offsetOf(await probe(upload), end);
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
export const probe = (upload: Upload) => put(upload);

/** `whole`: the offset of an upload that is a video already. */
function offsetOf(progress: Progress, whole: number): number {
  if (progress === 'gone') throw lost();
  return 'video' in progress ? whole : progress.offset;
}

async function put({ address, file, session }: Upload, part?: Range): Promise<Progress> {
  const url = requireOwnAddress(session, [origin], address);
  const content = part === undefined ? asking(file) : fileBody(file, part);
  const request = { method: 'PUT', url, ...content } as const;
  return readProgress(await session.http(withBearer(request, session.grant.access)), session);
}

/** A request without bytes of the file. */
function asking({ mimeType, size }: Media) {
  const range = { 'content-length': '0', 'content-range': `bytes */${size}` };
  return { headers: { ...range, 'content-type': mimeType }, body: '' };
}

function readProgress(response: HttpResponse, session: YoutubeSession): Progress {
  const { status, headers, json } = response;
  if (status === 404 || status === 410) return 'gone';
  if (status === 308) {
    const [, last] = /^bytes=0-(\d{1,15})$/.exec(headers.range ?? '') ?? [];
    return { offset: last === undefined ? 0 : Number(last) + 1 };
  }
  const video = status === 200 || status === 201 ? readVideo(textField(json, 'id'), json) : undefined;
  if (video === undefined) throw faultOfUpload(response, session.now());
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

const lost = () => new Ended('session');
