/**
 * Uploads of images, documents and videos. Everybody who has the address of an upload can write to it, so addresses are
 * sealed.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api (2026-11-22)
 */
import { makesNoSense } from '../../core/api.ts';
import { warnIfRefused } from '../../core/captions-sent.ts';
import { refuse } from '../../core/fault.ts';
import { requireOwnAddress } from '../../core/hosts.ts';
import { type HttpResponse, secondsToSend, withBearer } from '../../core/http.ts';
import { field, idField, type JsonObject, listField, textField } from '../../core/json.ts';
import type { Captions, Media } from '../../core/network.ts';
import { makePdf } from '../../core/pdf.ts';
import { Ended } from '../../core/run.ts';
import { spellCode } from '../../core/stated.ts';
import { ask, type LinkedinSession, origins, send, type Work } from './api.ts';
import { sendCaptions } from './captions.ts';
import { faultOf, faults } from './faults.ts';
import { mostDocument } from './limits.ts';
import { readAssetUrn } from './urn.ts';

/** `end` is the byte after the last one. */
type Part = { address: string; start: number; end: number };
type Video = { urn: string; token: string; parts: Part[]; cover: string | null; captions?: string | null };

interface VideoFiles {
  file: Media;
  cover: Media | undefined;
  captions?: Captions | undefined;
}

const noCover = 'LinkedIn did not take the cover of the video. It named no address for it.';

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

/**
 * Returns the URN, and sentences for people. Not confirmed: whether LinkedIn finishes a video without the captions that it
 * was told of. So if it refuses them, the video is sent again without any.
 */
export async function uploadVideo(
  file: Media,
  cover: Media | undefined,
  work: Work,
): Promise<{ urn: string; warnings: string[] }> {
  const { run, session } = work;
  const files = { file, cover };
  const [captions] = file.captions ?? [];
  const whole = await sendVideo('video', { ...files, captions }, work);
  const add = (text: Captions) => sendCaptions(whole.video.captions ?? null, text, session);
  const warnings =
    captions === undefined
      ? []
      : await run.step('captions', () => warnIfRefused('LinkedIn', captions, add(captions)));
  const { step, video, ids } =
    warnings.length === 0 ? whole : await sendVideo('video without captions', files, work);
  await run.step('finish video', () => finishVideo(video, ids, step, work));
  await run.until('video is ready', () => isReady('video', video.urn, work), { every: 20 });
  const isCovered = cover === undefined || video.cover !== null;
  return { urn: video.urn, warnings: [...warnings, ...(isCovered ? [] : [noCover])] };
}

/** All but the captions. `step` begins the upload. */
async function sendVideo(step: string, files: VideoFiles, work: Work) {
  const { file, cover } = files;
  const { run } = work;
  const video = await run.step(step, () => openVideo(files, work), { sealed: true });
  const named = (name: string) => (step === 'video' ? name : `${name} of ${step}`);
  const ids: string[] = [];
  for (const [index, part] of video.parts.entries())
    ids.push(await run.step(named(`part ${index}`), () => sendNamed(part, file, step, work)));
  if (cover !== undefined && video.cover !== null) {
    const part = { address: video.cover, start: 0, end: cover.size };
    await run.step(named('cover'), () => sendPart(part, cover, step, work));
  }
  return { step, video, ids };
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

function openVideo({ file: { size }, cover: image, captions: text }: VideoFiles, work: Work): Promise<Video> {
  const wanted = { uploadCaptions: text !== undefined, uploadThumbnail: image !== undefined };
  const more = { fileSizeBytes: size, ...wanted };
  return initialize('video', more, work, (value, urn) => {
    const parts = readParts(value, size, work);
    const addressAt = (name: string) => {
      const address = textField(value, name);
      return address === undefined ? null : ownAddress(address, work);
    };
    const cover = addressAt('thumbnailUploadUrl');
    const captions = addressAt('captionsUploadUrl');
    // LinkedIn may give no token; the empty one is then sent back.
    return { urn, token: textField(value, 'uploadToken') ?? '', parts, cover, captions };
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

/** Returns the id of the part, which the end of the upload names. */
async function sendNamed(part: Part, file: Media, step: string, work: Work): Promise<string> {
  const id = await sendPart(part, file, step, work);
  if (id === null) throw makesNoSense('LinkedIn stored a part of the video without naming it.');
  return id;
}

/** The address is all that LinkedIn wants: no access token goes there. Returns the `ETag`. */
async function sendPart(
  { address, start, end }: Part,
  file: Media,
  step: string,
  work: Work,
): Promise<string | null> {
  const response = await put(address, file.open({ start, end }), end - start, work);
  // Without a token, such a refusal says nothing about the sign-in.
  if ([401, 403].includes(response.status)) throw new Ended(step);
  requireStored(response, step, work.session);
  return response.headers.etag || null;
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

async function finishVideo(
  { urn, token }: Video,
  uploadedPartIds: string[],
  step: string,
  { session }: Work,
): Promise<true> {
  const json = { finalizeUploadRequest: { video: urn, uploadToken: token, uploadedPartIds } };
  const path = '/rest/videos?action=finalizeUpload';
  const response = await send(session, { path, json });
  // The answer to an earlier call may be lost, and LinkedIn may not end an upload twice.
  const isRefused = faultOf(response, session.now()).fault.kind === 'rejected';
  if (isRefused && (await isFinished(urn, session))) return true;
  requireStored(response, step, session);
  return true;
}

async function isFinished(urn: string, session: LinkedinSession): Promise<boolean> {
  const response = await send(session, { path: `/rest/videos/${encodeURIComponent(urn)}` });
  const status = textField(response.json, 'status');
  return response.status === 200 && status !== undefined && status !== 'WAITING_UPLOAD';
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
  throw refuse(`LinkedIn could not process this ${kind}: ${spellCode(reason)}.`, 'media_ids.0');
}
