/**
 * Uploads of images, documents and videos. Everybody who has the address of an upload can write to it, so addresses are
 * sealed.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api (2026-11-22)
 */
import { makesNoSense } from '../../core/api.ts';
import { refuse } from '../../core/fault.ts';
import { requireOwnAddress } from '../../core/hosts.ts';
import { type HttpResponse, secondsToSend, withBearer } from '../../core/http.ts';
import { field, idField, type JsonObject, listField, textField } from '../../core/json.ts';
import type { Media } from '../../core/network.ts';
import { makePdf } from '../../core/pdf.ts';
import { Ended } from '../../core/run.ts';
import { ask, type LinkedinSession, origins, send, type Work } from './api.ts';
import { faultOf, faults } from './faults.ts';
import { mostDocument } from './limits.ts';
import { readAssetUrn } from './urn.ts';

/** `end` is the byte after the last one. */
type Part = { address: string; start: number; end: number };
type Video = { urn: string; token: string; parts: Part[]; cover: string | null };

/** LinkedIn cuts videos into parts of 4 MiB. */
const maxParts = 2000;

/** `name` is that of the step. Returns the image's URN. LinkedIn lets members' apps not ask whether it is ready. */
export function uploadImage(name: string, file: Media, work: Work): Promise<string> {
  return uploadWhole('image', name, async () => file, work);
}

/**
 * Makes a PDF of the images, and returns its URN.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/documents-api (2026-11-22)
 */
export async function uploadDocument(images: readonly Media[], work: Work): Promise<string> {
  const make = async () => {
    const pdf = await makePdf(images, (index) =>
      refuse('This file is not a JPEG image, so it cannot be a page of a document.', `media_ids.${index}`),
    );
    if (pdf.size <= mostDocument) return pdf;
    throw refuse(`The document has ${pdf.size} bytes. LinkedIn allows at most 100 MB.`, 'media_ids');
  };
  const urn = await uploadWhole('document', 'document', make, work);
  await work.run.until('document is ready', () => isReady('document', urn, work), { every: 10 });
  return urn;
}

/** Sends in one piece what `make` returns. */
async function uploadWhole(
  kind: 'image' | 'document',
  name: string,
  make: () => Promise<Pick<Media, 'size' | 'open'>>,
  work: Work,
): Promise<string> {
  const { run, session } = work;
  const { urn, address } = await run.step(name, () => openWhole(kind, work), { sealed: true });
  await run.step(`${name} bytes`, async () => {
    const file = await make();
    const response = await put(address, file.open(), file.size, work, session.grant.access);
    requireStored(response, name, session);
    return true;
  });
  return urn;
}

export async function uploadVideo(file: Media, cover: Media | undefined, work: Work): Promise<string> {
  const { run } = work;
  const video = await run.step('video', () => openVideo(file, cover !== undefined, work), { sealed: true });
  const ids: string[] = [];
  for (const [index, part] of video.parts.entries())
    ids.push(await run.step(`part ${index}`, () => sendPart(part, file, work)));
  if (cover !== undefined && video.cover !== null) {
    const part = { address: video.cover, start: 0, end: cover.size };
    await run.step('cover', () => sendPart(part, cover, work));
  }
  await run.step('finish video', () => finishVideo(video, ids, work));
  await run.until('video is ready', () => isReady('video', video.urn, work), { every: 20 });
  return video.urn;
}

/** `read` reads what LinkedIn says about the new upload. */
function initialize<T>(
  kind: 'image' | 'document' | 'video',
  more: JsonObject,
  { session }: Work,
  read: (value: unknown, urn: string) => T | undefined,
): Promise<T> {
  const body = { initializeUploadRequest: { owner: session.account.id, ...more } };
  const path = `/rest/${kind}s?action=initializeUpload`;
  return ask(session, { path, json: body }, (json) => {
    const value = field(json, 'value');
    const urn = readAssetUrn(textField(value, kind));
    return urn === undefined ? undefined : read(value, urn);
  });
}

function openWhole(kind: 'image' | 'document', work: Work) {
  return initialize(kind, {}, work, (value, urn) => {
    const address = textField(value, 'uploadUrl');
    return address === undefined ? undefined : { urn, address: ownAddress(address, work) };
  });
}

function openVideo({ size }: Media, uploadThumbnail: boolean, work: Work): Promise<Video> {
  const more = { fileSizeBytes: size, uploadCaptions: false, uploadThumbnail };
  return initialize('video', more, work, (value, urn) => {
    const parts = readParts(value, size, work);
    const address = textField(value, 'thumbnailUploadUrl');
    const cover = address === undefined ? null : ownAddress(address, work);
    // LinkedIn may give no token; the empty one is then sent back.
    return { urn, token: textField(value, 'uploadToken') ?? '', parts, cover };
  });
}

function ownAddress(address: string, { session }: Work): string {
  return requireOwnAddress(session, origins, address);
}

/** The parts, which must cover the file without gaps. */
function readParts(value: unknown, size: number, work: Work): Part[] {
  const stated = listField(value, 'uploadInstructions').slice(0, maxParts);
  const parts = stated.map((each) => ({
    address: ownAddress(textField(each, 'uploadUrl') ?? '', work),
    start: Number(field(each, 'firstByte')),
    end: Number(field(each, 'lastByte')) + 1,
  }));
  const isGapless = parts.every(({ start, end }, at) => start === (parts[at - 1]?.end ?? 0) && end > start);
  if (isGapless && parts.at(-1)?.end === size) return parts;
  throw makesNoSense('LinkedIn’s parts of the upload do not make the whole video.');
}

/** Returns the id of the part. The address is all that LinkedIn wants: no access token goes there. */
async function sendPart({ address, start, end }: Part, file: Media, work: Work): Promise<string> {
  const response = await put(address, file.open({ start, end }), end - start, work);
  requireStored(response, 'video', work.session);
  return response.headers.etag ?? '';
}

function put(
  url: string,
  body: AsyncIterable<Uint8Array>,
  length: number,
  { session }: Work,
  token?: string,
): Promise<HttpResponse> {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': String(length) };
  const request = { method: 'PUT', url, headers, body, timeout: secondsToSend(length) } as const;
  return session.http(token === undefined ? request : withBearer(request, token));
}

/** An address that LinkedIn no longer accepts begins the upload `step` anew. */
function requireStored(response: HttpResponse, step: string, session: LinkedinSession): void {
  const { status } = response;
  if (status === 200 || status === 201) return;
  const isOver = status === 404 || status === 410 || faults.code?.(response) === 'EXPIRED_UPLOAD_URL';
  throw isOver ? new Ended(step) : faultOf(response, session.now());
}

async function finishVideo({ urn, token }: Video, uploadedPartIds: string[], work: Work): Promise<true> {
  const { session } = work;
  const json = { finalizeUploadRequest: { video: urn, uploadToken: token, uploadedPartIds } };
  const path = '/rest/videos?action=finalizeUpload';
  requireStored(await send(session, { path, json }), 'video', session);
  return true;
}

async function isReady(kind: 'video' | 'document', urn: string, { session }: Work): Promise<true | null> {
  const path = `/rest/${kind}s/${encodeURIComponent(urn)}`;
  const response = await send(session, { path });
  const status = textField(response.json, 'status');
  // Not confirmed: members' apps may not ask. LinkedIn refuses a post whose document is not ready, which then waits.
  if (kind === 'document' && response.status === 403) return true;
  if (response.status !== 200) throw faultOf(response, session.now());
  if (status === 'AVAILABLE') return true;
  if (status !== 'PROCESSING_FAILED') return null;
  const reason = idField(response.json, 'processingFailureReason') ?? 'no reason';
  throw refuse(`LinkedIn could not process this ${kind}: ${reason}.`, 'media_ids.0');
}
