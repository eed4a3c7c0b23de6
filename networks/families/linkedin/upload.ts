/**
 * Uploads of images, documents and videos. Everybody who has the address of an upload can write to it, so addresses are
 * sealed.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api (2026-11-22)
 */
import { refuse } from '../../core/fault.ts';
import { requireOwnAddress } from '../../core/hosts.ts';
import { type HttpResponse, secondsToSend, withBearer } from '../../core/http.ts';
import { field, idField, textField } from '../../core/json.ts';
import type { Media } from '../../core/network.ts';
import { makePdf } from '../../core/pdf.ts';
import { Ended, type Run } from '../../core/run.ts';
import { callAsAccount, type LinkedinSession, origins } from './api.ts';
import { faultOf, faults, makesNoSense } from './faults.ts';
import { mostDocument } from './limits.ts';
import { readAssetUrn } from './urn.ts';

/** An image or a document. */
type Opened = { urn: string; address: string };
/** `end` is the byte after the last one. */
type Part = { address: string; start: number; end: number };
type Video = { urn: string; token: string; parts: Part[]; cover: string | null };

/** LinkedIn cuts videos into parts of 4 MiB. */
const maxParts = 2000;

/** `name` is that of the step. Returns the image's URN. LinkedIn lets members' apps not ask whether it is ready. */
export async function uploadImage(
  name: string,
  file: Media,
  session: LinkedinSession,
  run: Run,
): Promise<string> {
  const { urn, address } = await run.step(name, () => openUpload('image', session, run.signal), {
    sealed: true,
  });
  await run.step(`${name} bytes`, async () => {
    const body = file.open({ start: 0, end: file.size });
    const response = await put(address, body, file.size, session, run.signal, session.grant.access);
    requireStored(response, name, session);
    return true;
  });
  return urn;
}

/**
 * Makes a PDF of the images, and returns its URN.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/documents-api (2026-11-22)
 */
export async function uploadDocument(
  images: readonly Media[],
  session: LinkedinSession,
  run: Run,
): Promise<string> {
  const open = () => openUpload('document', session, run.signal);
  const { urn, address } = await run.step('document', open, { sealed: true });
  await run.step('document bytes', async () => {
    const pdf = await makePdf(images, (index) =>
      refuse('This file is not a JPEG image, so it cannot be a page of a document.', `media_ids.${index}`),
    );
    if (pdf.size > mostDocument)
      throw refuse(`The document has ${pdf.size} bytes. LinkedIn allows at most 100 MB.`, 'media_ids');
    const token = session.grant.access;
    const response = await put(address, pdf.open(), pdf.size, session, run.signal, token);
    requireStored(response, 'document', session);
    return true;
  });
  const isDone = () => isReady('document', urn, session, run.signal);
  await run.until('document is ready', isDone, { every: 10 });
  return urn;
}

export async function uploadVideo(
  file: Media,
  cover: Media | undefined,
  session: LinkedinSession,
  run: Run,
): Promise<string> {
  const open = () => openVideo(file, cover !== undefined, session, run.signal);
  const video = await run.step('video', open, { sealed: true });
  const ids: string[] = [];
  for (const [index, part] of video.parts.entries())
    ids.push(await run.step(`part ${index}`, () => sendPart(part, file, session, run.signal)));
  if (cover !== undefined && video.cover !== null) {
    const part = { address: video.cover, start: 0, end: cover.size };
    await run.step('cover', () => sendPart(part, cover, session, run.signal));
  }
  await run.step('finish video', () => finishVideo(video, ids, session, run.signal));
  await run.until('video is ready', () => isReady('video', video.urn, session, run.signal), { every: 20 });
  return video.urn;
}

async function openUpload(
  kind: 'image' | 'document',
  session: LinkedinSession,
  signal: AbortSignal,
): Promise<Opened> {
  const body = { initializeUploadRequest: { owner: session.account.id } };
  const path = `/rest/${kind}s?action=initializeUpload`;
  const response = await callAsAccount(session, { method: 'POST', path, body, signal });
  const urn = readAssetUrn(textField(response.json, 'value', kind));
  const address = textField(response.json, 'value', 'uploadUrl');
  if (response.status !== 200 || urn === undefined || address === undefined)
    throw faultOf(response, session.now());
  return { urn, address: requireOwnAddress(session, origins, address) };
}

async function openVideo(
  file: Media,
  uploadThumbnail: boolean,
  session: LinkedinSession,
  signal: AbortSignal,
): Promise<Video> {
  const request = {
    owner: session.account.id,
    fileSizeBytes: file.size,
    uploadCaptions: false,
    uploadThumbnail,
  };
  const body = { initializeUploadRequest: request };
  const path = '/rest/videos?action=initializeUpload';
  const response = await callAsAccount(session, { method: 'POST', path, body, signal });
  const value = field(response.json, 'value');
  const urn = readAssetUrn(textField(value, 'video'));
  if (response.status !== 200 || urn === undefined) throw faultOf(response, session.now());
  const parts = readParts(field(value, 'uploadInstructions'), file.size, session);
  const address = textField(value, 'thumbnailUploadUrl');
  const cover = address === undefined ? null : requireOwnAddress(session, origins, address);
  // LinkedIn may give no token; the empty one is then sent back.
  return { urn, token: textField(value, 'uploadToken') ?? '', parts, cover };
}

/** The parts, which must cover the file without gaps. */
function readParts(instructions: unknown, size: number, session: LinkedinSession): Part[] {
  const stated = Array.isArray(instructions) ? instructions.slice(0, maxParts) : [];
  const parts = stated.map((each) => ({
    address: requireOwnAddress(session, origins, textField(each, 'uploadUrl') ?? ''),
    start: Number(field(each, 'firstByte')),
    end: Number(field(each, 'lastByte')) + 1,
  }));
  const isGapless = parts.every(({ start, end }, at) => start === (parts[at - 1]?.end ?? 0) && end > start);
  if (isGapless && parts.at(-1)?.end === size) return parts;
  throw makesNoSense('LinkedIn’s parts of the upload do not make the whole video.');
}

/** Returns the id of the part. The address is all that LinkedIn wants: no access token goes there. */
async function sendPart(
  part: Part,
  file: Media,
  session: LinkedinSession,
  signal: AbortSignal,
): Promise<string> {
  const { start, end } = part;
  const body = file.open({ start, end });
  const response = await put(part.address, body, end - start, session, signal);
  requireStored(response, 'video', session);
  return response.headers.etag ?? '';
}

function put(
  address: string,
  body: AsyncIterable<Uint8Array>,
  length: number,
  session: LinkedinSession,
  signal: AbortSignal,
  token?: string,
): Promise<HttpResponse> {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': String(length) };
  const request = {
    method: 'PUT',
    url: address,
    headers,
    body,
    timeout: secondsToSend(length),
    signal,
  } as const;
  return session.http(token === undefined ? request : withBearer(request, token));
}

/** An address that LinkedIn no longer accepts begins the upload `step` anew. */
function requireStored(response: HttpResponse, step: string, session: LinkedinSession): void {
  const { status } = response;
  if (status === 200 || status === 201) return;
  const isOver = status === 404 || status === 410 || faults.code?.(response) === 'EXPIRED_UPLOAD_URL';
  throw isOver ? new Ended(step) : faultOf(response, session.now());
}

async function finishVideo(
  { urn, token }: Video,
  uploadedPartIds: string[],
  session: LinkedinSession,
  signal: AbortSignal,
): Promise<true> {
  const body = { finalizeUploadRequest: { video: urn, uploadToken: token, uploadedPartIds } };
  const path = '/rest/videos?action=finalizeUpload';
  const response = await callAsAccount(session, { method: 'POST', path, body, signal });
  requireStored(response, 'video', session);
  return true;
}

async function isReady(
  kind: 'video' | 'document',
  urn: string,
  session: LinkedinSession,
  signal: AbortSignal,
): Promise<true | null> {
  const path = `/rest/${kind}s/${encodeURIComponent(urn)}`;
  const response = await callAsAccount(session, { method: 'GET', path, signal });
  const status = textField(response.json, 'status');
  // Not confirmed: members' apps may not ask. LinkedIn refuses a post whose document is not ready, which then waits.
  if (kind === 'document' && response.status === 403) return true;
  if (response.status !== 200) throw faultOf(response, session.now());
  if (status === 'AVAILABLE') return true;
  if (status !== 'PROCESSING_FAILED') return null;
  const reason = idField(response.json, 'processingFailureReason') ?? 'no reason';
  throw refuse(`LinkedIn could not process this ${kind}: ${reason}.`, 'media_ids.0');
}
