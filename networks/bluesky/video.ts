/**
 * Bluesky's own service processes a video, and then stores it at the account's server on the account's behalf:
 * https://docs.bsky.app/docs/tutorials/video (2026-11-21).
 */
import { NetworkFault } from '../core/fault.ts';
import { fileBody } from '../core/file-body.ts';
import type { HttpResponse } from '../core/http.ts';
import { field, idField, type JsonObject, textField } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { readBlob } from './cid.ts';
import { faultOf, requireStated } from './faults.ts';
import type { BlueskySession } from './session.ts';
import { requireUpload } from './video-limits.ts';
import { delegate, explain, videoServiceOf } from './video-service.ts';
import { addressOf, query, send } from './xrpc.ts';

/** Seconds for an upload, and for which the service may act for the account. */
const uploadTimeout = 1800;

export async function uploadVideo(file: Media, session: BlueskySession, run: Run): Promise<JsonObject> {
  // Asked once: if the answer to the upload is lost, the service has counted it, and knows the video when it comes again.
  await run.step('video.limits', () => requireUpload(session));
  const jobId = await run.step('video.job', () => startJob(file, session));
  return run.until('video', () => readJob(jobId, session), { every: 3 });
}

async function startJob(file: Media, session: BlueskySession): Promise<string> {
  const { did } = session.grant;
  const service = videoServiceOf(session, await delegateUpload(session));
  const response = await send(service, {
    method: 'POST',
    url: addressOf(service, 'app.bsky.video.uploadVideo', { did, name: file.name }),
    ...fileBody(file),
    timeout: uploadTimeout,
  });
  return readJobId(response) ?? refuse(response, session);
}

/** A token with which the service may store one blob for the account. */
function delegateUpload(session: BlueskySession): Promise<string> {
  const aud = `did:web:${new URL(session.grant.service).hostname}`;
  const exp = String(Math.floor(session.now().getTime() / 1000) + uploadTimeout);
  return delegate({ aud, lxm: 'com.atproto.repo.uploadBlob', exp }, session);
}

/**
 * Ignores the status: 409 `already_exists` names the job of the first upload. The schema nests the job, but the service
 * does not always.
 */
function readJobId({ json }: HttpResponse): string | undefined {
  return idField(json, 'jobStatus', 'jobId') ?? idField(json, 'jobId');
}

/** A job that did not start has an empty id, and its reason in `error`. */
function refuse(response: HttpResponse, session: BlueskySession): never {
  const { status, json } = response;
  const job = field(json, 'jobStatus') ?? json;
  const reason = field(job, 'jobId') === '' ? textField(job, 'error') : undefined;
  if (reason === undefined || status === 429 || status >= 500) throw faultOf(response, session.now());
  throw unfit(job, reason);
}

async function readJob(jobId: string, session: BlueskySession): Promise<JsonObject | null> {
  const answer = await query(videoServiceOf(session), 'app.bsky.video.getJobStatus', { jobId });
  const status = field(answer, 'jobStatus');
  const blob = field(status, 'blob') ?? undefined;
  if (blob !== undefined) return requireStated(readBlob(blob));
  if (textField(status, 'state') !== 'JOB_STATE_FAILED') return null;
  throw unfit(status, textField(status, 'failureCode') ?? 'JOB_STATE_FAILED');
}

/** The fault of a failed job, with the service's reason. */
function unfit(job: unknown, networkCode: string): NetworkFault {
  const message = `Bluesky could not process this video: ${explain(job)}`;
  return new NetworkFault({ kind: 'rejected', message, networkCode, field: 'media_ids.0' });
}
