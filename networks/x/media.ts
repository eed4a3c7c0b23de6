/**
 * Uploads a file in segments: https://docs.x.com/x-api/media/quickstart/media-upload-chunked (2026-11-22). Each segment has
 * a number, so that one that is sent twice takes its own place.
 */
import type { Call } from '../core/api.ts';
import { refuse } from '../core/fault.ts';
import { encodeForm } from '../core/form.ts';
import type { HttpResponse } from '../core/http.ts';
import { digitsField, field, textField } from '../core/json.ts';
import { isAnimatedGif } from '../core/limits.ts';
import type { Media } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { ask, done, send, type XSession } from './api.ts';
import { sendCaptions } from './captions.ts';
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

/** Sends every file, and then waits until X has processed all of them, and sends their captions. */
export async function uploadFiles(uploads: readonly Upload[], session: XSession, run: Run) {
  const sent: { uploaded: Uploaded; wait: number; file: Media }[] = [];
  for (const upload of uploads) sent.push({ ...(await sendFile(upload, session, run)), file: upload.file });
  const warnings: string[] = [];
  for (const { uploaded, wait, file } of sent) {
    const { id } = uploaded;
    if (wait > 0) await run.until(`${id} ready`, () => probe(id, session), { every: wait });
    warnings.push(...(await sendCaptions(id, file, session, run)));
  }
  return { uploaded: sent.map(({ uploaded }) => uploaded), warnings };
}

/** The names of the later steps contain the upload's id: if it begins again, they are other steps. */
async function sendFile({ name, file }: Upload, session: XSession, run: Run) {
  const uploaded = await run.step(name, () => open(file, session), { keeps: mediaKeeps });
  const { id } = uploaded;
  for (let segment = 0; segment * segmentSize < file.size; segment += 1) {
    await run.step(`${id} segment ${segment}`, () => append(id, file, segment, session));
  }
  const wait = await run.step(`${id} end`, () => finalize(id, session));
  const { altText } = file;
  if (altText && file.kind === 'image') await run.step(`${id} alt`, () => describe(id, altText, session));
  return { uploaded, wait };
}

function open(file: Media, session: XSession): Promise<Uploaded> {
  const kind = file.kind === 'video' ? 'tweet_video' : isAnimatedGif(file) ? 'tweet_gif' : 'tweet_image';
  const json = { media_type: file.mimeType, total_bytes: file.size, media_category: kind };
  return ask(session, { path: '/2/media/upload/initialize', json }, (answer) => {
    const id = digitsField(answer, 'data', 'id');
    return id === undefined ? undefined : { id, key: textField(answer, 'data', 'media_key') ?? null };
  });
}

function append(id: string, file: Media, segment: number, session: XSession) {
  const start = segment * segmentSize;
  const end = Math.min(file.size, start + segmentSize);
  const { name, mimeType } = file;
  const part = { field: 'media', name, mimeType, size: end - start, bytes: file.open({ start, end }) };
  const form = encodeForm({ segment_index: String(segment) }, part);
  return ask(session, { path: `/2/media/upload/${id}/append`, ...form }, done);
}

/** Seconds until X may have processed the file; 0: it has. */
async function finalize(id: string, session: XSession): Promise<number> {
  const read = ({ status, json }: HttpResponse) => (status === 200 ? readWait(json) : undefined);
  const response = await send(session, { method: 'POST', path: `/2/media/upload/${id}/finalize` });
  const wait = read(response);
  if (wait !== undefined) return wait;
  const error = faultOf(response, session.now());
  // The answer to an earlier call may be lost, and X may not end an upload twice.
  const now = error.fault.kind === 'rejected' ? read(await send(session, statusOf(id))) : undefined;
  if (now === undefined) throw error;
  return now;
}

function describe(id: string, text: string, session: XSession) {
  const json = { id, metadata: { alt_text: { text } } };
  return ask(session, { path: '/2/media/metadata', json }, done);
}

async function probe(id: string, session: XSession): Promise<true | null> {
  return (await ask(session, statusOf(id), readWait)) === 0 ? true : null;
}

function statusOf(id: string): Call {
  return { path: '/2/media/upload', query: { command: 'STATUS', media_id: id } };
}

/** Seconds to wait; 0: the file is ready. Undefined for an answer that makes no sense. */
function readWait(json: unknown): number | undefined {
  if (digitsField(json, 'data', 'id') === undefined) return undefined;
  const info = field(json, 'data', 'processing_info');
  const state = textField(info, 'state');
  const reason = textField(info, 'error', 'message') ?? 'It gave no reason.';
  if (state === 'failed') throw refuse(`X cannot process this file. ${reason}`);
  if (info === undefined || state === 'succeeded') return 0;
  const seconds = field(info, 'check_after_secs');
  return typeof seconds === 'number' && seconds >= 1 && seconds <= 600 ? seconds : usualWait;
}
