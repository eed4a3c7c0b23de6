/** The fake's part of Bluesky's video service, and the tokens with which that service acts for an account. */
import type { JsonObject } from '../core/json.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { answer, refuse } from './fake-answers.ts';

const serviceDid = 'did:web:video.bsky.app';
/** Of the account's server. */
const pdsDid = 'did:web:127.0.0.1';
const hour = 3600;

export interface FakeAccount {
  did: string;
  now(): Date;
  /** Keeps the file at the account's server, and returns its blob. */
  store(request: FakeRequest): JsonObject;
}

export class FakeVideoService {
  /** What the service says of uploads by the account: its answer. */
  limits: FakeResponse = answer({
    canUpload: true,
    remainingDailyVideos: 25,
    remainingDailyBytes: 10_000_000_000,
  });
  readonly #account: FakeAccount;
  /** What the service stored last. */
  #video: JsonObject | undefined;
  /** How many times the adapter asked whether it is ready. */
  #polls = 0;

  constructor(account: FakeAccount) {
    this.#account = account;
  }

  /** As `com.atproto.server.getServiceAuth` of @atproto/pds 0.5.35: at most an hour for one method, otherwise a minute. */
  delegate({ method, query }: FakeRequest): FakeResponse {
    const [aud = '', lxm = '', exp] = ['aud', 'lxm', 'exp'].map((name) => query.get(name) ?? undefined);
    if (method !== 'GET' || !/^did:(web|plc):[\w.:-]+$/.test(aud))
      return refuse('InvalidRequest', 'aud must be a valid atproto DID or did#serviceId reference');
    const seconds = Number(exp ?? 0) - this.#account.now().getTime() / 1000;
    if (exp !== undefined && !(seconds >= 0 && seconds <= (lxm === '' ? 60 : hour)))
      return refuse('BadExpiration', 'expiration is in past, or too far in the future');
    return answer({ token: tokenFor(aud, lxm) });
  }

  describeLimits({ method, query, headers }: FakeRequest): FakeResponse {
    if (method !== 'GET' || query.size > 0) return refuse('InvalidRequest', 'This query has no parameters');
    const isMeant =
      headers.authorization === `Bearer ${tokenFor(serviceDid, 'app.bsky.video.getUploadLimits')}`;
    return isMeant ? this.limits : refuse('AuthMissing', 'Authentication Required', 401);
  }

  take(request: FakeRequest): FakeResponse {
    if (request.headers.authorization !== `Bearer ${tokenFor(pdsDid, 'com.atproto.repo.uploadBlob')}`)
      return refuse('AuthMissing', 'Authentication Required', 401);
    this.#video = this.#account.store(request);
    return answer({ jobId: 'job', did: this.#account.did, state: 'JOB_STATE_CREATED' });
  }

  /** Ready at the second poll. */
  describeJob(): FakeResponse {
    this.#polls += 1;
    const job = { jobId: 'job', did: this.#account.did, state: 'JOB_STATE_ENCODING' };
    const done = { ...job, state: 'JOB_STATE_COMPLETED', blob: this.#video };
    return answer({ jobStatus: this.#polls < 2 ? job : done });
  }
}

function tokenFor(audience: string, method: string): string {
  return Buffer.from(`${audience} ${method}`).toString('base64url');
}
