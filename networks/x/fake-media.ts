/** The uploads of the fake: https://docs.x.com/x-api/media/quickstart/media-upload-chunked (2026-11-22). */
import { createHash, type Hash } from 'node:crypto';
import { field, textField } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import type { ShownCaptions } from '../testing/fake.ts';
import type { FakeHead, FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { readMultipart } from '../testing/multipart.ts';
import { invalid, problem } from './fake-refusals.ts';

const day = 86_400_000;
const MiB = 1024 * 1024;
const largest: Record<string, number> = {
  tweet_image: 5 * MiB,
  tweet_gif: 15 * MiB,
  tweet_video: 8192 * MiB,
};
const largestSegment = 5 * MiB;

export interface FakeUpload {
  id: string;
  category: string;
  total: number;
  alt: string | null;
  captions: ShownCaptions[];
  /** Of captions. */
  text: string;
  isUsed: boolean;
  /** Milliseconds; undefined until it is finalized. */
  endsAt: number | undefined;
  /** Further questions that are answered with "in progress". */
  pending: number;
  /** The size and hash of all before each segment. */
  before: { size: number; hash: Hash }[];
}

export class FakeMedia {
  readonly uploads = new Map<string, FakeUpload>();
  /** Questions about a video or a GIF until it is ready. */
  questions = 1;
  /** What X says of the next file that it cannot process. */
  failure: string | undefined;
  /** The largest segment so far, in bytes. */
  largestSegment = 0;
  #arriving: FormReader | undefined;
  #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** X forgets every upload, as it does after a day. */
  forget(): void {
    this.uploads.clear();
  }

  /** A file that a post may have; undefined if there is none. */
  usable(id: string): FakeUpload | undefined {
    const upload = this.uploads.get(id);
    const isReady = upload?.endsAt !== undefined && upload.endsAt > this.#now().getTime();
    return isReady && upload.pending === 0 && !upload.isUsed ? upload : undefined;
  }

  initialize({ json }: FakeRequest): FakeResponse {
    const category = textField(json, 'media_category') ?? '';
    const type = textField(json, 'media_type') ?? '';
    const total = Number(field(json, 'total_bytes'));
    const isGif = category === 'tweet_gif';
    if (type.startsWith('video/') !== (category === 'tweet_video') || (isGif && type !== 'image/gif'))
      return invalid('The media category does not fit the media type.');
    if (total > (largest[category] ?? 0)) return invalid('The file is too large.');
    const { id } = this.#add(category, total);
    return answer({ id, media_key: keyOf(id, category), expires_after_secs: 1_295_999 });
  }

  /** A file of a post that another tool published. */
  async plant({ kind, animated, size, altText, open }: Media): Promise<FakeUpload> {
    const category = kind === 'video' ? 'tweet_video' : animated ? 'tweet_gif' : 'tweet_image';
    const upload = this.#add(category, size);
    const hash = createHash('sha256');
    for await (const bytes of open()) hash.update(bytes);
    upload.before.push({ size, hash });
    return Object.assign(upload, { alt: altText, isUsed: true, endsAt: this.#now().getTime() + day });
  }

  #add(category: string, total: number): FakeUpload {
    const id = String(1_880_028_106_020_515_840n + BigInt(this.uploads.size));
    const before = [{ size: 0, hash: createHash('sha256') }];
    const rest = { alt: null, captions: [], text: '', isUsed: false, endsAt: undefined, pending: 0, before };
    const upload = { id, category, total, ...rest };
    this.uploads.set(id, upload);
    return upload;
  }

  /** Hashes a segment as it arrives. The fake keeps none of it. */
  stream({ headers }: FakeHead): (bytes: Uint8Array) => void {
    const reader = new FormReader(headers['content-type'] ?? '');
    this.#arriving = reader;
    return (bytes) => reader.take(bytes);
  }

  append(id: string, { headers }: FakeRequest): FakeResponse {
    const upload = this.uploads.get(id);
    const form = this.#arriving;
    this.#arriving = undefined;
    if (upload === undefined || upload.endsAt !== undefined) return missing(id);
    const { segment, parts } = form?.finish() ?? { segment: -1, parts: [] };
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    if (headers['content-length'] === undefined || size < 1 || size > largestSegment)
      return invalid('The segment is empty or too large.');
    const start = upload.before[segment];
    if (start === undefined || segment > 999) return invalid('The segment index is wrong.');
    this.largestSegment = Math.max(this.largestSegment, size);
    const hash = start.hash.copy();
    for (const part of parts) hash.update(part);
    upload.before.splice(segment + 1, Number.POSITIVE_INFINITY, { size: start.size + size, hash });
    return answer({ expires_at: 0 });
  }

  /** Not confirmed: whether X answers a repetition in the same way. */
  finalize(id: string): FakeResponse {
    const upload = this.uploads.get(id);
    if (upload === undefined) return missing(id);
    if (upload.before.at(-1)?.size !== upload.total)
      return invalid('Segments do not add up to provided total file size.');
    if (upload.endsAt === undefined) upload.pending = upload.category === 'tweet_image' ? 0 : this.questions;
    upload.endsAt = this.#now().getTime() + day;
    return answer(this.#present(upload));
  }

  status({ query }: FakeRequest): FakeResponse {
    const upload = this.uploads.get(query.get('media_id') ?? '');
    if (upload?.endsAt === undefined) return missing(query.get('media_id') ?? '');
    upload.pending = Math.max(0, upload.pending - 1);
    return answer(this.#present(upload));
  }

  describe({ json }: FakeRequest): FakeResponse {
    const id = textField(json, 'id') ?? '';
    const upload = this.uploads.get(id);
    if (upload === undefined || upload.endsAt === undefined) return missing(id);
    upload.alt = textField(json, 'metadata', 'alt_text', 'text') ?? null;
    return answer({ id, associated_metadata: field(json, 'metadata') });
  }

  /** A file in one piece. Belfry sends only captions like this. */
  upload({ body, headers }: FakeRequest): FakeResponse {
    const parts = readMultipart(body, headers['content-type'] ?? '');
    const file = parts.find(({ name }) => name === 'media');
    const text = String(file?.content ?? '');
    if (file?.mimeType !== 'text/srt' || !/^1\n\d\d:\d\d:\d\d,\d{3} --> \d/.test(text))
      return invalid('The file is not an SRT file.');
    const upload = this.#add('subtitles', file.content.length);
    Object.assign(upload, { text, endsAt: this.#now().getTime() + day });
    return answer({ id: upload.id, size: upload.total, expires_after_secs: 86_400 });
  }

  /** Not confirmed: whether X refuses captions of a video that it has not received. */
  addCaptions({ json }: FakeRequest): FakeResponse {
    const [id, file] = [textField(json, 'id') ?? '', textField(json, 'subtitles', 'id') ?? ''];
    const [video, captions] = [this.uploads.get(id), this.uploads.get(file)];
    if (video?.category !== 'tweet_video' || video.endsAt === undefined) return missing(id);
    if (captions?.category !== 'subtitles') return missing(file);
    captions.isUsed = true;
    const language = textField(json, 'subtitles', 'language_code')?.toLowerCase() ?? '';
    video.captions = video.captions.filter((each) => each.language !== language);
    video.captions.push({ language, text: captions.text });
    return answer({ id, media_category: 'TweetVideo', associated_subtitles: field(json, 'subtitles') });
  }

  #present({ id, category, total, pending }: FakeUpload) {
    const { failure } = this;
    const isImage = category === 'tweet_image';
    const state = failure !== undefined ? 'failed' : pending > 0 ? 'in_progress' : 'succeeded';
    const error = failure === undefined ? {} : { error: { code: 1, name: 'InvalidMedia', message: failure } };
    const info = { state, ...(pending > 0 && { check_after_secs: 3 }), ...error };
    return {
      id,
      media_key: keyOf(id, category),
      size: total,
      expires_after_secs: 86_400,
      ...((!isImage || failure !== undefined) && { processing_info: info }),
    };
  }
}

export function hashOf({ before }: FakeUpload): string {
  return before.at(-1)?.hash.copy().digest('hex') ?? '';
}

export function keyOf(id: string, category: string): string {
  const kinds: Record<string, number> = { tweet_image: 3, tweet_video: 7, tweet_gif: 16 };
  return `${kinds[category] ?? 0}_${id}`;
}

function missing(id: string): FakeResponse {
  return problem(404, `Could not find media with id: [${id}].`, 'resource-not-found', 'Not Found Error');
}

function answer(data: object): FakeResponse {
  return { status: 200, body: { data } };
}

/** Reads a form of a field `segment_index` and a file `media`, of which it passes on the bytes. */
class FormReader {
  readonly #end: Buffer;
  #head = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #segment = -1;

  constructor(contentType: string) {
    const [, boundary = ''] = /^multipart\/form-data; boundary=(\S+)$/.exec(contentType) ?? [];
    this.#end = Buffer.from(`\r\n--${boundary}--\r\n`);
  }

  take(bytes: Uint8Array): void {
    if (this.#segment >= 0) return void this.#parts.push(Buffer.from(bytes));
    this.#head = Buffer.concat([this.#head, bytes]);
    const head =
      /^--\S+\r\nContent-Disposition: form-data; name="segment_index"\r\n\r\n(\d+)\r\n--\S+\r\nContent-Disposition: form-data; name="media"; filename="[^"]+"\r\nContent-Type: \S+\r\n\r\n/.exec(
        this.#head.toString('latin1'),
      );
    if (head === null) return;
    this.#segment = Number(head[1]);
    this.#parts.push(this.#head.subarray(head[0].length));
  }

  finish(): { segment: number; parts: Buffer[] } {
    const content = Buffer.concat(this.#parts);
    const isWhole = content.subarray(-this.#end.length).equals(this.#end);
    return { segment: isWhole ? this.#segment : -1, parts: [content.subarray(0, -this.#end.length)] };
  }
}
