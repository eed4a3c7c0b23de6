/**
 * Bluesky's video service on loopback, in front of a real PDS. It accepts a video, processes it for a while, and stores
 * it at the account's server with the token that it received. It passes all other calls on to the PDS, so that one
 * `endpoint` can replace both.
 */
import { createHash } from 'node:crypto';
import { field, type JsonObject, textField } from '../../core/json.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../../testing/fake-server.ts';

interface Job {
  id: string;
  did: string;
  /** Polls that still find it in process. */
  pollsLeft: number;
  video: FakeRequest;
  blob: unknown;
}

export interface VideoService {
  server: FakeServer;
  /** One per different video. */
  jobs: Job[];
  /** The accounts that asked, with a right token, whether they may upload. */
  asked: string[];
  close(): Promise<void>;
}

const polls = 2;

/** `pdsUrl`: the server of the accounts. */
export async function startVideoService(pdsUrl: string): Promise<VideoService> {
  const jobs = new Map<string, Job>();
  const asked: string[] = [];
  const server = await FakeServer.listen({
    handle: (request) => {
      if (request.path === '/xrpc/app.bsky.video.uploadVideo') return accept(request, pdsUrl, jobs);
      if (request.path === '/xrpc/app.bsky.video.getJobStatus') return describeJob(request, pdsUrl, jobs);
      if (request.path === '/xrpc/app.bsky.video.getUploadLimits') return describeLimits(request, asked);
      return passOn(request, pdsUrl);
    },
    isVisible: () => false,
    expire: () => ({ status: 400 }),
  });
  return {
    server,
    asked,
    get jobs() {
      return [...jobs.values()];
    },
    close: () => server.close(),
  };
}

function describeLimits({ query, headers }: FakeRequest, asked: string[]): FakeResponse {
  const { iss, aud, lxm } = readClaims(headers.authorization) as JsonObject;
  const isMeant = aud === 'did:web:video.bsky.app' && lxm === 'app.bsky.video.getUploadLimits';
  if (!isMeant || query.size > 0)
    return { status: 401, body: { error: 'AuthMissing', message: 'Not for us' } };
  asked.push(String(iss));
  return { status: 200, body: { canUpload: true, remainingDailyVideos: 25 } };
}

function accept(video: FakeRequest, pdsUrl: string, jobs: Map<string, Job>): FakeResponse {
  const did = video.query.get('did') ?? '';
  const objection = findObjection(video, did, pdsUrl);
  if (objection !== undefined) return { status: 400, body: { error: 'InvalidRequest', message: objection } };
  const id = createHash('sha256').update(did).update(video.body).digest('hex').slice(0, 20);
  if (jobs.has(id)) {
    const known = { error: 'already_exists', message: 'Video already processed' };
    return { status: 409, body: { did, jobId: id, state: 'JOB_STATE_COMPLETED', ...known } };
  }
  jobs.set(id, { id, did, pollsLeft: polls, video, blob: null });
  return { status: 200, body: { did, jobId: id, state: 'JOB_STATE_CREATED' } };
}

/** The PDS checks the signature when the token is used. */
function findObjection({ query, headers, body }: FakeRequest, did: string, pdsUrl: string) {
  const claims = readClaims(headers.authorization);
  if (textField(claims, 'iss') !== did) return 'the token is for another account';
  if (textField(claims, 'aud') !== `did:web:${new URL(pdsUrl).hostname}`)
    return 'the token is for another PDS';
  if (textField(claims, 'lxm') !== 'com.atproto.repo.uploadBlob') return 'the token may not store blobs';
  if (!/^[^/]+\.(mp4|mov|webm|mpeg)$/.test(query.get('name') ?? '')) return 'name is not the name of a video';
  if (!headers['content-type']?.startsWith('video/')) return 'the content type is not that of a video';
  if (headers['content-length'] !== String(body.length)) return 'content-length is missing or wrong';
  return body.length === 0 ? 'the video is empty' : undefined;
}

function readClaims(authorization = ''): unknown {
  const payload = authorization.match(/^Bearer [^.]+\.([^.]+)\./)?.[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}');
}

async function describeJob(
  { query }: FakeRequest,
  pdsUrl: string,
  jobs: Map<string, Job>,
): Promise<FakeResponse> {
  const job = jobs.get(query.get('jobId') ?? '');
  if (job === undefined) return { status: 400, body: { error: 'InvalidRequest', message: 'unknown job' } };
  const { id: jobId, did } = job;
  const answer = (status: JsonObject) => ({ status: 200, body: { jobStatus: { jobId, did, ...status } } });
  if (job.pollsLeft > 0) {
    job.pollsLeft -= 1;
    return answer({ state: 'JOB_STATE_ENCODING', progress: 50 });
  }
  job.blob ??= await store(job.video, pdsUrl);
  if (field(job.blob, 'ref') === undefined) {
    return answer({ state: 'JOB_STATE_FAILED', message: JSON.stringify(job.blob) });
  }
  return answer({ state: 'JOB_STATE_COMPLETED', blob: job.blob as JsonObject });
}

/** The blob, or the PDS's error. */
async function store({ headers, body }: FakeRequest, pdsUrl: string): Promise<unknown> {
  const answer = await fetch(`${pdsUrl}/xrpc/com.atproto.repo.uploadBlob`, {
    method: 'POST',
    headers: { authorization: headers.authorization ?? '', 'content-type': headers['content-type'] ?? '' },
    body: new Uint8Array(body),
  });
  const json = await answer.json();
  return field(json, 'blob') ?? json;
}

async function passOn(request: FakeRequest, pdsUrl: string): Promise<FakeResponse> {
  const { method, path, query, body } = request;
  const {
    host,
    connection,
    'content-length': length,
    'transfer-encoding': coding,
    ...headers
  } = request.headers;
  const url = `${pdsUrl}${path}${query.size > 0 ? `?${query}` : ''}`;
  const answer = await fetch(url, {
    method,
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const contentType = answer.headers.get('content-type') ?? 'text/plain';
  return {
    status: answer.status,
    headers: { 'content-type': contentType },
    body: new Uint8Array(await answer.arrayBuffer()),
  };
}
