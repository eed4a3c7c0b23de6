/** The resumable uploads of the fake: https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import type { JsonObject } from '../core/json.ts';
import type { FakeHead, FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { refuse } from './fake-refusal.ts';

const unit = 256 * 1024;

interface FakeUpload {
  resource: JsonObject;
  mimeType: string;
  size: number;
  /** Bytes that the fake has. */
  offset: number;
  hash: Hash;
  /** Bytes of the request that is arriving, and the hash with them. */
  arriving: { count: number; hash: Hash } | undefined;
  /** The answer when the upload is complete. */
  video: FakeResponse | undefined;
}

export class FakeUploads {
  readonly #uploads = new Map<string, FakeUpload>();
  readonly #finish: (resource: JsonObject, sha256: string) => FakeResponse;
  /** The network stores at most so many bytes of the next part. */
  keepsAtMost = Number.POSITIVE_INFINITY;
  /** The network forgets each upload as soon as it is a video. */
  forgetsVideos = false;
  /** The largest body of a request so far. */
  largestPart = 0;

  constructor(finish: (resource: JsonObject, sha256: string) => FakeResponse) {
    this.#finish = finish;
  }

  get count(): number {
    return this.#uploads.size;
  }

  countUnfinished(): number {
    return [...this.#uploads.values()].filter(({ video }) => video === undefined).length;
  }

  /** The network forgets every upload, as it does after a week. */
  forget(): void {
    this.#uploads.clear();
  }

  /** The network loses what it had of every upload. */
  lose(): void {
    for (const upload of this.#uploads.values()) {
      upload.offset = 0;
      upload.hash = createHash('sha256');
    }
  }

  /** `base`: the address of the API, as the caller reaches it. */
  open({ headers, json }: FakeRequest, base: string): FakeResponse {
    const size = Number(headers['x-upload-content-length']);
    const mimeType = headers['x-upload-content-type'] ?? '';
    const id = randomUUID();
    const hash = createHash('sha256');
    const rest = { arriving: undefined, video: undefined };
    this.#uploads.set(id, { resource: json as JsonObject, mimeType, size, offset: 0, hash, ...rest });
    const location = `${base}/upload/youtube/v3/videos?uploadType=resumable&upload_id=${id}`;
    return { status: 200, headers: { location } };
  }

  /** Hashes a part as it arrives. The fake keeps none of it. */
  stream({ query }: FakeHead): ((bytes: Uint8Array) => void) | undefined {
    const upload = this.#uploads.get(query.get('upload_id') ?? '');
    if (upload === undefined) return () => {};
    const arriving = { count: 0, hash: upload.hash.copy() };
    let left = this.keepsAtMost;
    upload.arriving = arriving;
    return (bytes) => {
      arriving.hash.update(bytes.subarray(0, left));
      left = Math.max(0, left - bytes.length);
      arriving.count += bytes.length;
      this.largestPart = Math.max(this.largestPart, arriving.count);
    };
  }

  put({ query, headers }: FakeRequest): FakeResponse {
    const upload = this.#uploads.get(query.get('upload_id') ?? '');
    if (upload === undefined) return refuse(404, 'notFound');
    const arrived = upload.arriving ?? { count: 0, hash: upload.hash };
    upload.arriving = undefined;
    if (upload.video !== undefined) return upload.video;
    const range = headers['content-range'] ?? '';
    if (range === `bytes */${upload.size}`)
      return arrived.count === 0 ? incomplete(upload) : refuse(400, 'badRequest');
    const part = readPart(range, upload);
    if (part === undefined || arrived.count !== part || headers['content-length'] !== String(part))
      return refuse(400, 'badRequest');
    if (headers['content-type'] !== upload.mimeType) return refuse(400, 'badRequest');
    upload.hash = arrived.hash;
    upload.offset += Math.min(part, this.keepsAtMost);
    this.keepsAtMost = Number.POSITIVE_INFINITY;
    if (upload.offset < upload.size) return incomplete(upload);
    const video = this.#finish(upload.resource, upload.hash.copy().digest('hex'));
    upload.video = video;
    if (this.forgetsVideos) this.#uploads.delete(query.get('upload_id') ?? '');
    return video;
  }
}

/** Bytes of a part that continues the upload; undefined if it does not. */
function readPart(range: string, { offset, size }: FakeUpload): number | undefined {
  const [, first, last, total] = range.match(/^bytes (\d+)-(\d+)\/(\d+)$/)?.map(Number) ?? [];
  if (first !== offset || last === undefined || total !== size || last >= size) return undefined;
  const count = last + 1 - first;
  return last + 1 === size || count % unit === 0 ? count : undefined;
}

function incomplete({ offset }: FakeUpload): FakeResponse {
  return { status: 308, headers: offset === 0 ? {} : { range: `bytes=0-${offset - 1}` } };
}
