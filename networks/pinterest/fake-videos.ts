/** The videos of the fake, and the storage service that takes them. */
import { randomUUID } from 'node:crypto';
import type { FakeHead, FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { FormBody } from './fake-bodies.ts';
import { refuse } from './fake-refusals.ts';

export const storage = 'pinterest-media-upload.s3-accelerate.amazonaws.com';

/** https://help.pinterest.com/en/business/article/pinterest-product-specs (2026-11-22) */
const types = ['video/mp4', 'video/quicktime', 'video/x-m4v'];

interface FakeVideo {
  id: string;
  parameters: Record<string, string>;
  /** Of the bytes that arrived. */
  sha256: string | undefined;
  mimeType: string;
  /** Further questions that are answered with "processing". */
  pending: number;
  isUsed: boolean;
}

export class FakeVideos {
  readonly all = new Map<string, FakeVideo>();
  /** Questions until a video is ready. */
  questions = 1;
  /** Why the next videos cannot be processed. */
  failure: string | undefined;
  /** What the storage answers to the next forms. */
  readonly refusals: FakeResponse[] = [];
  /** Changes of the next registration. */
  registration: object = {};
  #arriving: FormBody | undefined;

  register(base: string): FakeResponse {
    const id = String(5_212_123_920_968_240_000n + BigInt(this.all.size));
    const parameters = {
      'x-amz-date': '20261121T120000Z',
      'x-amz-signature': randomUUID(),
      'x-amz-security-token': `${randomUUID()}==`,
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      key: `uploads/11/aa/22/3:video:${id}`,
      policy: 'eyJleHBpcmF0aW9uIjoiMj==',
      'x-amz-credential': 'ASIA/20261121/us-east-1/s3/aws4_request',
      'Content-Type': 'multipart/form-data',
    };
    this.all.set(id, {
      id,
      parameters,
      sha256: undefined,
      mimeType: '',
      pending: this.questions,
      isUsed: false,
    });
    const upload_url = `${base}/${storage}/`;
    const body = { media_id: id, media_type: 'video', upload_url, upload_parameters: parameters };
    return { status: 201, body: { ...body, ...this.registration } };
  }

  stream({ headers }: FakeHead): (bytes: Uint8Array) => void {
    const form = new FormBody(headers['content-type'] ?? '');
    this.#arriving = form;
    return (bytes) => form.take(bytes);
  }

  /** The storage service needs the exact length and all parameters, and refuses credentials of others. */
  store({ headers }: FakeRequest): FakeResponse {
    const form = this.#arriving;
    const sha256 = form?.finish();
    const refusal = this.refusals.shift();
    if (refusal !== undefined) return refusal;
    const video = [...this.all.values()].find(({ parameters }) => parameters.key === form?.fields.get('key'));
    const isSame = Object.entries(video?.parameters ?? {}).every(
      ([name, value]) => form?.fields.get(name) === value,
    );
    const hasLength = headers['content-length'] === String(form?.length);
    if (headers.authorization !== undefined || !hasLength || !isSame || sha256 === undefined || !video)
      return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
    video.sha256 = sha256;
    video.mimeType = form?.mimeType ?? '';
    return { status: 204 };
  }

  status(id: string): FakeResponse {
    const video = this.all.get(id);
    if (video === undefined) return refuse(404, 4, 'Media not found.');
    const answer = { media_id: id, media_type: 'video' };
    if (video.sha256 === undefined) return { status: 200, body: { ...answer, status: 'registered' } };
    const failure = types.includes(video.mimeType) ? this.failure : 'unsupported';
    if (failure !== undefined)
      return { status: 200, body: { ...answer, status: 'failed', failure_code: failure } };
    video.pending -= 1;
    return { status: 200, body: { ...answer, status: video.pending >= 0 ? 'processing' : 'succeeded' } };
  }

  /** A processed video that no pin has; undefined if there is none. */
  usable(id: string): FakeVideo | undefined {
    const video = this.all.get(id);
    return video?.sha256 !== undefined && video.pending < 0 && !video.isUsed ? video : undefined;
  }
}
