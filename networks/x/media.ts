/**
 * Uploads a file in segments: https://docs.x.com/x-api/media/quickstart/media-upload-chunked (2026-11-22). Each segment has
 * a number, so that one that is sent twice takes its own place.
 */

import type { NetworkFault } from '../core/fault.ts';
import { refuse } from '../core/fault.ts';
import { type HttpResponse, secondsToSend } from '../core/http.ts';
import { digitsField, field, textField } from '../core/json.ts';
import { encodeMultipart } from '../core/multipart.ts';
import type { Media } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { callApi, postApi, readApi, requireOk, type XSession } from './api.ts';
import { isGif } from './checks.ts';
import { faultOf } from './faults.ts';

/** Bytes. X allows 1,000 segments, and 5 MB in one. */
const segmentSize = 4 * 1024 * 1024;
/** Seconds. X keeps a file for a day after its last segment. */
const mediaKeeps = 23 * 3600;
/** Seconds between two questions, if X does not say. */
const usualWait = 5;

export type Uploaded = { id: string; key: string | null };

export interface Upload {
  /** Unique in the post; the name of the step that begins the upload. */
  name: string;
  file: Media;
}

/** Sends every file, and then waits until X has processed all of them. */
export async function uploadFiles(
  uploads: readonly Upload[],
  session: XSession,
  run: Run,
): Promise<Uploaded[]> {
  const sent: { uploaded: Uploaded; wait: number }[] = [];
  for (const upload of uploads) sent.push(await sendFile(upload, session, run));
  for (const { uploaded, wait } of sent) {
    if (wait > 0) await run.until(`${uploaded.id} ready`, () => probe(uploaded.id, session), { every: wait });
  }
  return sent.map(({ uploaded }) => uploaded);
}

/** The names of the later steps contain the upload's id: if it begins again, they are other steps. */
async function sendFile({ name, file }: Upload, session: XSession, run: Run) {
  const { signal } = run;
  const uploaded = await run.step(name, () => open(file, session, signal), { keeps: mediaKeeps });
  const { id } = uploaded;
  for (let segment = 0; segment * segmentSize < file.size; segment += 1) {
    await run.step(`${id} segment ${segment}`, () => append(id, file, segment, session, signal));
  }
  const wait = await run.step(`${id} end`, () => finalize(id, session, signal));
  const { altText } = file;
  if (altText && file.kind === 'image')
    await run.step(`${id} alt`, () => describe(id, altText, session, signal));
  return { uploaded, wait };
}

async function open(file: Media, session: XSession, signal: AbortSignal): Promise<Uploaded> {
  const kind = file.kind === 'video' ? 'tweet_video' : isGif(file) ? 'tweet_gif' : 'tweet_image';
  const body = { media_type: file.mimeType, total_bytes: file.size, media_category: kind };
  const { json, ...response } = await requireOk(
    postApi(session, '/2/media/upload/initialize', body, signal),
    session,
  );
  const id = digitsField(json, 'data', 'id');
  if (id === undefined) throw faultOf({ ...response, json }, session.now());
  return { id, key: textField(json, 'data', 'media_key') ?? null };
}

async function append(
  id: string,
  file: Media,
  segment: number,
  session: XSession,
  signal: AbortSignal,
): Promise<true> {
  const start = segment * segmentSize;
  const end = Math.min(file.size, start + segmentSize);
  const { name, mimeType } = file;
  const part = { field: 'media', name, mimeType, size: end - start, bytes: file.open({ start, end }) };
  const { contentType, length, body } = encodeMultipart({ segment_index: String(segment) }, part);
  const headers = { 'content-type': contentType, 'content-length': String(length) };
  const request = { headers, body, timeout: secondsToSend(length), signal };
  await requireOk(
    callApi(session, session.grant.access, 'POST', `/2/media/upload/${id}/append`, request),
    session,
  );
  return true;
}

/** Seconds until X may have processed the file; 0: it has. */
async function finalize(id: string, session: XSession, signal: AbortSignal): Promise<number> {
  const path = `/2/media/upload/${id}/finalize`;
  const response = await requireOk(callApi(session, session.grant.access, 'POST', path, { signal }), session);
  return readWait(response, session) ?? 0;
}

async function describe(id: string, text: string, session: XSession, signal: AbortSignal): Promise<true> {
  await requireOk(
    postApi(session, '/2/media/metadata', { id, metadata: { alt_text: { text } } }, signal),
    session,
  );
  return true;
}

async function probe(id: string, session: XSession): Promise<true | null> {
  const response = await requireOk(
    readApi(session, '/2/media/upload', { command: 'STATUS', media_id: id }),
    session,
  );
  return readWait(response, session) === null ? true : null;
}

/** Seconds to wait; null: the file is ready. */
function readWait(response: HttpResponse, session: XSession): number | null {
  const info = field(response.json, 'data', 'processing_info');
  if (digitsField(response.json, 'data', 'id') === undefined) throw faultOf(response, session.now());
  const state = textField(info, 'state');
  if (state === 'failed') throw refuseFile(textField(info, 'error', 'message'));
  if (info === undefined || state === 'succeeded') return null;
  const seconds = field(info, 'check_after_secs');
  return typeof seconds === 'number' && seconds >= 1 && seconds <= 600 ? seconds : usualWait;
}

function refuseFile(reason: string | undefined): NetworkFault {
  return refuse(`X cannot process this file. ${reason ?? 'It gave no reason.'}`);
}
