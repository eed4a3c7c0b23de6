/**
 * Uploads a video in chunks: https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11-22). One
 * upload makes at most one post, and only its last chunk makes it.
 */
import { type Call, makesNoSense } from '../core/api.ts';
import { fileBody, type Range } from '../core/file-body.ts';
import { requireOwnAddress } from '../core/hosts.ts';
import { idField, type JsonObject, textField } from '../core/json.ts';
import type { Caller, Media } from '../core/network.ts';
import { type Commit, Ended, type Found, type Run } from '../core/run.ts';
import { ask, postTo, type TiktokSession } from './api.ts';
import { faultOf } from './faults.ts';
import { readStatus, type Status } from './status.ts';

/** Bytes. TikTok says 5 MB, and not which MB. A shorter file is sent at once. */
const leastChunk = 5 * 1024 * 1024;
/** Milliseconds. The address is valid for an hour. */
const validFor = 55 * 60_000;
/** Seconds until a chunk without an answer is sent again to the same upload, which makes no second post of it. */
const visibleAfter = 60;
/**
 * Milliseconds. Five minutes after the address has ended, ten more must suffice until the status shows the bytes that
 * came before. Not confirmed: how long it lags behind an upload.
 */
const settlesAfter = 15 * 60_000;

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
  const send: Commit<Sent> = (_key, { times }) => (times === 0 ? sendLastChunk(last) : sendAgain(last));
  return run.commit('video', send, { reconcile: () => findUpload(last), visibleAfter });
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
  if ((await put(chunk)).received < chunk.end) throw lost();
  return true;
}

/** TikTok has nothing of this chunk yet. An upload that it does not know may be one that it has just finished. */
async function sendLastChunk(chunk: Chunk): Promise<Sent> {
  const { upload, file, session } = chunk;
  const { id } = upload;
  requireValid(chunk);
  const { status, received } = await put(chunk);
  if (received >= file.size) return { id };
  if (status === 404) return keepDoubt();
  if (hasEnded(await readStatus(id, session), file.size)) return { id };
  throw lost();
}

/**
 * TikTok may have this chunk already, although its status lags. Only a refusal of the ended address, and a status that
 * then still lacks bytes, prove that it has not.
 */
async function sendAgain(chunk: Chunk): Promise<Sent> {
  const { upload, file, session } = chunk;
  const { status, received } = await put(chunk).catch(keepDoubt);
  if (received >= file.size) return { id: upload.id };
  const isSettled = session.now().getTime() >= upload.endsAt + settlesAfter;
  if (status === 403 && isSettled && (await lacksBytes(chunk).catch(keepDoubt))) throw lost();
  return keepDoubt();
}

/** The engine would take other errors for proofs, because TikTok did not show the earlier sends. */
function keepDoubt(): never {
  throw makesNoSense('TikTok does not say whether it has the whole video.');
}

/** The upload itself knows. A chunk that is sent twice is no second post. */
async function findUpload({ upload, file, session }: Chunk): Promise<Found<Sent>> {
  const { id } = upload;
  const status = await readStatus(id, session);
  if (status.state === 'gone') return 'unknown';
  return hasEnded(status, file.size) ? { found: { id } } : 'absent';
}

/** The upload is over: TikTok has the whole file, or has dropped it. */
function hasEnded(status: Status, size: number): boolean {
  if (status.state === 'processing') return (status.bytes ?? 0) >= size;
  return status.state !== 'gone';
}

async function lacksBytes({ upload, file, session }: Chunk): Promise<boolean> {
  const status = await readStatus(upload.id, session);
  return status.state === 'processing' && status.bytes !== null && status.bytes < file.size;
}

function requireValid({ upload, session }: Chunk): void {
  if (session.now().getTime() >= upload.endsAt) throw lost();
}

interface Answer {
  status: number;
  /** Bytes that TikTok has of the file, as far as it says so. */
  received: number;
}

/** The address needs no token. */
async function put({ upload, file, start, end, session }: Chunk): Promise<Answer> {
  const url = requireUploadAddress(session, upload.address);
  const response = await session.http({ method: 'PUT', url, ...fileBody(file, { start, end }) });
  const { status, headers } = response;
  // 201: TikTok has the whole file. 206: it has this chunk, which may be the last one.
  if (status === 201 || status === 206) return { status, received: end };
  // 416: another chunk is due, or none.
  if (status === 416) return { status, received: receivedBytes(headers['content-range']) };
  // 400: the headers are wrong. 403: the address has ended. 404: there is no such upload.
  if (status === 400 || status === 403 || status === 404) return { status, received: 0 };
  throw faultOf(response, session.now());
}

/** Not confirmed: the form of this header in a refusal. The guide has "bytes 0-99/200" for accepted chunks. */
function receivedBytes(range = ''): number {
  const [, last] = /^bytes 0-(\d{1,15})\//.exec(range) ?? [];
  return last === undefined ? 0 : Number(last) + 1;
}

const lost = () => new Ended('upload');
