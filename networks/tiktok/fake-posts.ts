/** The publications of the fake's account, and the uploads before them. */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { field, type JsonObject, textField } from '../core/json.ts';
import type { Outgoing } from '../core/network.ts';
import type { Shown } from '../testing/fake.ts';
import type { FakeHead, FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { FakeDownloads } from './fake-downloads.ts';
import { accept, refuse } from './fake-requests.ts';

const MB = 1_000_000;
const hour = 3_600_000;

export interface Publication {
  id: string;
  kind: 'video' | 'photo';
  isDraft: boolean;
  body: JsonObject;
  /** The name of the page, if the public can see it. */
  postId: string | null;
  state: 'uploading' | 'live' | 'failed';
  failure: string;
  /** Questions that are answered with "processing", and then those that do not name the page. */
  pending: number;
  unnamed: number;
  upload: FakeUpload | undefined;
  /** The SHA-256 of each file. */
  files: string[];
  finishedAt: number;
}

interface FakeUpload {
  token: string;
  openedAt: number;
  size: number;
  chunkSize: number;
  count: number;
  received: number;
  hash: Hash;
  mimeType: string | undefined;
}

export class FakePosts {
  readonly all: Publication[] = [];
  readonly downloads = new FakeDownloads();
  /** Questions until a post is processed, and after that until TikTok names its page. */
  questions = 1;
  moderation = 0;
  /** Why TikTok publishes none of what it accepts from now on. */
  failure: string | undefined;
  largestChunk = 0;
  /** TikTok does not say how many bytes it has. */
  hidesBytes = false;
  /** Seconds until the status shows that the last chunk has arrived. */
  lag = 0;
  /** The answers to the last chunk, and to one of an upload that is over. No page states them. */
  answers: { last: 201 | 206; over: 403 | 404 | 416 } = { last: 201, over: 404 };
  #arriving: { count: number; hash: Hash } | undefined;
  #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  openVideo(json: unknown, isDraft: boolean, base: string): FakeResponse {
    const source = field(json, 'source_info') as Record<string, number>;
    const { video_size: size = 0, chunk_size: chunkSize = 0, total_chunk_count: count = 0 } = source;
    if (!areChunksAllowed(size, chunkSize, count))
      return refuse(400, 'invalid_params', 'The total chunk count is invalid');
    const token = randomUUID();
    const openedAt = this.#now().getTime();
    const rest = { received: 0, hash: createHash('sha256'), mimeType: undefined };
    const { id } = this.#add('video', isDraft, json, { token, openedAt, size, chunkSize, count, ...rest });
    const query = new URLSearchParams({ upload_id: id, upload_token: token });
    return accept({ publish_id: id, upload_url: `${base}/open-upload.tiktokapis.com/video/?${query}` });
  }

  async openPhotos(json: unknown): Promise<FakeResponse> {
    const addresses = field(json, 'source_info', 'photo_images') as string[];
    if (Number(field(json, 'source_info', 'photo_cover_index')) >= addresses.length)
      return refuse(400, 'invalid_params', 'The cover index is invalid');
    const publication = this.#add('photo', textField(json, 'post_mode') === 'MEDIA_UPLOAD', json, undefined);
    const fetched = await this.downloads.fetch(addresses);
    if (Array.isArray(fetched)) this.#finish(publication, fetched);
    else this.#finish(publication, [], fetched.failure);
    return accept({ publish_id: publication.id });
  }

  /** Another tool publishes a video with the same text. */
  plant({ text }: Outgoing): void {
    const json = { post_info: { title: text, privacy_level: 'PUBLIC_TO_EVERYONE' } };
    this.#finish(this.#add('video', false, json, undefined), ['twin']);
  }

  /** Uploads that somebody could still continue. TikTok drops one whose address has ended. */
  countUnfinished(): number {
    return this.all.filter(({ state, upload }) => state === 'uploading' && !this.#hasEnded(upload)).length;
  }

  #hasEnded(upload: FakeUpload | undefined): boolean {
    return upload === undefined || this.#now().getTime() - upload.openedAt >= hour;
  }

  #add(
    kind: 'video' | 'photo',
    isDraft: boolean,
    json: unknown,
    upload: FakeUpload | undefined,
  ): Publication {
    const source = kind === 'photo' ? 'p_pub_url~v2.' : isDraft ? 'v_inbox_file~v2.' : 'v_pub_file~v2.';
    const id = `${source}${75_000 + this.all.length}`;
    const isPublic = textField(json, 'post_info', 'privacy_level') === 'PUBLIC_TO_EVERYONE';
    const postId = isPublic ? String(7_189_000_000_000_000_123n + BigInt(this.all.length)) : null;
    const waits = { pending: this.questions, unnamed: this.moderation };
    const body = json as JsonObject;
    const publication = { id, kind, isDraft, body, postId, failure: '', ...waits, upload };
    const added: Publication = { ...publication, state: 'uploading', files: [], finishedAt: 0 };
    this.all.push(added);
    return added;
  }

  #finish(publication: Publication, files: string[], failure = this.failure): void {
    const state = failure === undefined ? 'live' : 'failed';
    Object.assign(publication, { state, files, failure: failure ?? '', finishedAt: this.#now().getTime() });
  }

  /** Hashes a chunk as it arrives. The fake keeps none of it. */
  stream({ query }: FakeHead): (bytes: Uint8Array) => void {
    const arriving = { count: 0, hash: this.#find(query)?.upload?.hash.copy() ?? createHash('sha256') };
    this.#arriving = arriving;
    return (bytes) => {
      arriving.hash.update(bytes);
      arriving.count += bytes.length;
      this.largestChunk = Math.max(this.largestChunk, arriving.count);
    };
  }

  put({ query, headers }: FakeRequest): FakeResponse {
    const publication = this.#find(query);
    const arrived = this.#arriving;
    this.#arriving = undefined;
    const upload = publication?.upload;
    if (publication === undefined || upload === undefined) return { status: 404 };
    const { size, chunkSize, count, received } = upload;
    if (publication.state !== 'uploading') return { status: this.answers.over, headers: rangeOf(upload) };
    if (this.#hasEnded(upload)) return { status: 403 };
    const [, first = -1, last = -1, total = -1] =
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '')?.map(Number) ?? [];
    const length = last + 1 - first;
    const type = headers['content-type'] ?? '';
    const isWell = total === size && headers['content-length'] === String(length) && !headers.authorization;
    if (!isWell || arrived?.count !== length || !/^video\/(mp4|quicktime|webm)$/.test(type))
      return { status: 400 };
    if (first !== received) return { status: 416, headers: rangeOf(upload) };
    const isLast = received / chunkSize === count - 1;
    if (length !== (isLast ? size - received : chunkSize)) return { status: 400 };
    Object.assign(upload, { received: received + length, hash: arrived.hash, mimeType: type });
    if (upload.received < size) return { status: 206, headers: rangeOf(upload) };
    this.#finish(publication, [upload.hash.copy().digest('hex')]);
    return { status: this.answers.last, headers: rangeOf(upload) };
  }

  #find(query: URLSearchParams): Publication | undefined {
    const found = this.all.find(({ id }) => id === query.get('upload_id'));
    return found?.upload?.token === query.get('upload_token') ? found : undefined;
  }

  /** The address of this upload is no longer valid. */
  endUpload(query: URLSearchParams): void {
    const upload = this.#find(query)?.upload;
    if (upload !== undefined) upload.openedAt = 0;
  }

  status({ json }: FakeRequest): FakeResponse {
    const publication = this.all.find(({ id }) => id === textField(json, 'publish_id'));
    if (publication === undefined) return refuse(400, 'invalid_publish_id', 'The publish id is invalid');
    const { state, kind, upload, isDraft, failure, postId } = publication;
    const isLate = this.#now().getTime() - publication.finishedAt < this.lag * 1000;
    const bytes =
      upload === undefined || this.hidesBytes ? {} : { uploaded_bytes: receivedOf(upload, isLate) };
    if (state === 'uploading' || isLate) return accept({ status: 'PROCESSING_UPLOAD', ...bytes });
    if (publication.pending > 0) {
      publication.pending -= 1;
      return accept({ status: kind === 'video' ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD', ...bytes });
    }
    if (state === 'failed') return accept({ status: 'FAILED', fail_reason: failure, ...bytes });
    if (isDraft) return accept({ status: 'SEND_TO_USER_INBOX', ...bytes });
    const isNamed = postId !== null && publication.unnamed === 0;
    publication.unnamed = Math.max(0, publication.unnamed - 1);
    return raw(`{"data":{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[${isNamed ? postId : ''}]},
      "error":{"code":"ok","message":"","log_id":"2026112200"}}`);
  }

  measure({ json, query }: FakeRequest): FakeResponse {
    const wanted = field(json, 'filters', 'video_ids') as string[];
    const numbers = { view_count: 90, like_count: 8, comment_count: 3, share_count: 2 };
    const fields = query.get('fields')?.split(',') ?? [];
    const videos = this.live
      .filter(({ postId }) => postId !== null && wanted.includes(postId))
      .map(({ postId }) =>
        Object.fromEntries(
          Object.entries({ id: postId, ...numbers }).filter(([name]) => fields.includes(name)),
        ),
      );
    return accept({ videos });
  }

  get live(): Publication[] {
    return this.all.filter(({ state }) => state === 'live');
  }

  shown(): Shown[] {
    return this.live.map((each) => {
      const { id, kind, postId, isDraft, body, files } = each;
      const { title = '', description = '', ...settings } = (body.post_info ?? {}) as JsonObject;
      return {
        id: postId ?? id,
        url: postId === null ? null : `https://www.tiktok.com/@ada/${kind}/${postId}`,
        text: String(kind === 'video' ? title : description),
        media: files.map((sha256) => ({ sha256, alt: null })),
        settings: {
          ...settings,
          ...(kind === 'photo' && {
            title,
            cover: field(body, 'source_info', 'photo_cover_index') as number,
          }),
          isDraft,
        },
      };
    });
  }
}

function rangeOf({ received, size }: FakeUpload): Record<string, string> {
  return received === 0 ? {} : { 'content-range': `bytes 0-${received - 1}/${size}` };
}

/** `isLate`: without the last chunk. */
function receivedOf({ received, chunkSize, count }: FakeUpload, isLate: boolean): number {
  return isLate ? Math.min(received, (count - 1) * chunkSize) : received;
}

function raw(body: string): FakeResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

/** https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11-22) */
function areChunksAllowed(size: number, chunkSize: number, count: number): boolean {
  if (count !== Math.floor(size / chunkSize)) return false;
  const last = size - (count - 1) * chunkSize;
  if (size < 5 * MB) return count === 1 && chunkSize === size;
  return chunkSize >= 5 * MB && chunkSize <= 64 * MB && last <= 128 * MB;
}
