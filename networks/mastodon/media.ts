/** Uploads each file once, before the post, and waits until it is processed. */
import { blameFile } from '../core/blame.ts';
import { encodeForm, filePart } from '../core/form.ts';
import type { HttpResponse } from '../core/http.ts';
import { idField } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import { Ended, type Run } from '../core/run.ts';
import { callAsAccount, type MastodonSession } from './api.ts';
import { faultOf } from './faults.ts';

/** Seconds to upload one file. */
const uploadTimeout = 600;
/**
 * Seconds. Mastodon destroys a file that no post has after a day, and before 4.3 published the post without it:
 * https://github.com/mastodon/mastodon/blob/main/app/lib/vacuum/media_attachments_vacuum.rb (2026-11-28).
 */
const keeps = 23 * 3600;

export async function uploadMedia(media: readonly Media[], session: MastodonSession, run: Run) {
  const uploads: { id: string; isReady: boolean }[] = [];
  for (const [index, file] of media.entries()) {
    uploads.push(await run.step(stepOf(index), () => upload(file, index, session), { keeps }));
  }
  for (const [index, { id, isReady }] of uploads.entries()) {
    if (!isReady) await run.until(`media ${index} ready`, () => probe(id, index, session));
  }
  return uploads.map(({ id }) => id);
}

const stepOf = (index: number) => `media ${index}`;

async function upload(file: Media, index: number, session: MastodonSession) {
  const newer = await postFile('/api/v2/media', file, session);
  const isOld = newer.status === 404 || newer.status === 405;
  const response = isOld ? await postFile('/api/v1/media', file, session) : newer;
  const id = idField(response.json, 'id');
  if (id !== undefined && response.status === 200) return { id, isReady: true };
  // 202: accepted, and still processing.
  if (id !== undefined && response.status === 202) return { id, isReady: false };
  throw faultOfFile(response, index, session);
}

function postFile(path: string, file: Media, session: MastodonSession) {
  const form = encodeForm(file.altText ? { description: file.altText } : {}, filePart('file', file));
  return callAsAccount(session, path, { ...form, method: 'POST', timeout: uploadTimeout });
}

/** 206 until the server has processed the file, 422 if it cannot, 404 if it no longer has the file. */
async function probe(id: string, index: number, session: MastodonSession): Promise<true | null> {
  const response = await callAsAccount(session, `/api/v1/media/${id}`);
  if (response.status === 200) return true;
  if (response.status === 206) return null;
  if (response.status === 404) throw new Ended(stepOf(index));
  throw faultOfFile(response, index, session);
}

const faultOfFile = (response: HttpResponse, index: number, session: MastodonSession) =>
  blameFile(faultOf(response, session.now()), index);
