/**
 * Uploads a video in chunks: https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11-22). One
 * upload makes at most one post, and only its last chunk makes it.
 */
import { type Call, makesNoSense } from '../core/api.ts';
import { fileBody, type Range } from '../core/file-body.ts';
import { requireOwnAddress } from '../core/hosts.ts';
import { idField, type JsonObject, textField } from '../core/json.ts';
import type { Caller, Media } from '../core/network.ts';
import { type EarlierSends, Ended, type Found, type Run } from '../core/run.ts';
import { ask, postTo, type TiktokSession } from './api.ts';
import { faultOf } from './faults.ts';
import { readStatus, type Status } from './status.ts';

/** Bytes. TikTok says 5 MB, and not which MB. A shorter file is sent at once. */
const leastChunk = 5 * 1024 * 1024;
/** Milliseconds. The address is valid for an hour. */
const validFor = 55 * 60_000;
/** Seconds. Not confirmed: how long the status lags behind the upload. */
const visibleAfter = 60;

export type Sent = { id: string };

type Upload = { id: string; address: string; endsAt: number };

/** The last chunk has the rest of the division. So many chunks make it as small as TikTok allows. */
function planChunks(size: number): { size: number; count: number } {
  const count = Math.max(1, Math.floor(size / leastChunk));
  return { size: Math.floor(size / count), count };
}

/**
 * Sends the whole file. The step has no `keeps`: the engine would begin a finished upload again while TikTok is still
 * processing it. An upload that is too old ends by {@link requireValid}, and by TikTok's answers.
 */
export async function uploadVideo(
  file: Media,
  path: string,
  postInfo: JsonObject,
  session: TiktokSession,
  run: Run,
): Promise<Sent> {
  const { size, count } = planChunks(file.size);
  const source = { source: 'FILE_UPLOAD', video_size: file.size, chunk_size: size, total_chunk_count: count };
  const call = postTo(path, { ...postInfo, source_info: source });
  const upload = await run.step('upload', () => open(call, session), { sealed: true });
  const chunk = (at: number): Chunk => {
    const [start, end] = [at * size, at + 1 === count ? file.size : (at + 1) * size];
    return { upload, file, start, end, session };
  };
  const last = chunk(count - 1);
  for (let at = 0; at + 1 < count; at += 1) await run.step(`chunk ${at}`, () => sendChunk(chunk(at)));
  return run.commit('video', (_key, sent) => sendLastChunk(last, sent), {
    reconcile: () => findUpload(last),
    visibleAfter,
  });
}

function open(call: Call, session: TiktokSession): Promise<Upload> {
  return ask(session, call, (json) => {
    const id = idField(json, 'data', 'publish_id');
    const address = textField(json, 'data', 'upload_url');
    if (id === undefined || address === undefined) return undefined;
    const endsAt = session.now().getTime() + validFor;
    return { id, address: requireUploadAddress(session, address), endsAt };
  });
}

const uploadHost = /^[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,2}\.tiktokapis\.com$/;

/** TikTok's hosts for uploads differ by region: "open-upload.tiktokapis.com", "upload.us.tiktokapis.com". */
function requireUploadAddress(caller: Pick<Caller, 'endpoint'>, address: string): string {
  const base = caller.endpoint === undefined ? 'https://' : `${caller.endpoint}/`;
  const [host = ''] = address.startsWith(base) ? address.slice(base.length).split('/', 1) : [];
  return requireOwnAddress(caller, uploadHost.test(host) ? [`https://${host}`] : [], address);
}

interface Chunk extends Range {
  upload: Upload;
  file: Media;
  session: TiktokSession;
}

async function sendChunk(chunk: Chunk): Promise<true> {
  requireValid(chunk);
  if ((await put(chunk)) < chunk.end) throw lost();
  return true;
}

/** If TikTok does not say that it has the whole file, the status of the post decides. */
async function sendLastChunk(chunk: Chunk, { times }: EarlierSends): Promise<Sent> {
  const { upload, file, session } = chunk;
  const { id } = upload;
  if (times === 0) requireValid(chunk);
  if ((await put(chunk)) === whole) return { id };
  const status = await readStatus(id, session);
  if (hasAll(status, file.size)) return { id };
  const isIncomplete = status.state === 'processing' && status.bytes !== null;
  if (times === 0 || isIncomplete) throw lost();
  throw makesNoSense('TikTok does not say whether it has the whole video.');
}

/** The upload itself knows. A chunk that is sent twice is no second post. */
async function findUpload({ upload, file, session }: Chunk): Promise<Found<Sent>> {
  const { id } = upload;
  const status = await readStatus(id, session);
  if (status.state === 'gone') return 'unknown';
  return status.state === 'failed' || hasAll(status, file.size) ? { found: { id } } : 'absent';
}

function hasAll(status: Status, size: number): boolean {
  if (status.state === 'processing') return (status.bytes ?? 0) >= size;
  return status.state === 'published' || status.state === 'draft';
}

function requireValid({ upload, session }: Chunk): void {
  if (session.now().getTime() >= upload.endsAt) throw lost();
}

/** TikTok has the whole file, and says so. */
const whole = Number.POSITIVE_INFINITY;

/** The number of bytes that TikTok has of the file, as far as it says so. The address needs no token. */
async function put({ upload, file, start, end, session }: Chunk): Promise<number> {
  const url = requireUploadAddress(session, upload.address);
  const response = await session.http({ method: 'PUT', url, ...fileBody(file, { start, end }) });
  const { status } = response;
  if (status === 201) return whole;
  if (status === 206) return end;
  // 400: the headers are wrong. 403: the address has expired. 404: there is no such upload. 416: another chunk is due.
  if (status === 400 || status === 403 || status === 404) return 0;
  if (status === 416) return receivedBytes(response.headers['content-range']);
  throw faultOf(response, session.now());
}

/** Not confirmed: the form of this header in a refusal. The guide has "bytes 0-99/200" for accepted chunks. */
function receivedBytes(range = ''): number {
  const [, last] = /^bytes 0-(\d{1,15})\//.exec(range) ?? [];
  return last === undefined ? 0 : Number(last) + 1;
}

const lost = () => new Ended('upload');
