/** The uploads of the fake. It hashes the bytes as they arrive, and keeps none. */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { field, type JsonObject, textField } from '../../core/json.ts';
import type { Media } from '../../core/network.ts';
import type { ShownCaptions } from '../../testing/fake.ts';
import type { FakeHead, FakeRequest, FakeResponse } from '../../testing/fake-server.ts';
import { type ReceivedPart, readMultipart } from '../../testing/multipart.ts';
import { readPages } from './fake-document.ts';
import { refuse } from './fake-refusal.ts';

interface Slot {
  asset: FakeAsset;
  /** −1: the cover of a video; −2: its captions. */
  part: number;
  size: number | undefined;
  arriving: { count: number; hash: Hash } | undefined;
}

interface FakeAsset {
  kind: 'image' | 'document' | 'video';
  urn: string;
  owner: string;
  status: 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED';
  token: string;
  /** `hashes[n]`: of all bytes before part n. */
  hashes: (Hash | undefined)[];
  etags: string[];
  cover: string | null;
  /** Undefined: they were not announced. Null: they are still to come. */
  captions: ShownCaptions | null | undefined;
  /** Of a document, up to `mostKept` bytes. */
  kept: Buffer[];
}

const mebibyte = 2 ** 20;
const mostKept = 4 * mebibyte;

export class FakeUploads {
  readonly assets = new Map<string, FakeAsset>();
  /** Answers to questions about a video before it is ready. */
  processing = 0;
  failure: string | undefined;
  partSize = 64 * 1024;
  #slots = new Map<string, Slot>();
  #author: string;

  constructor(author: string) {
    this.#author = author;
  }

  /** No address works any more. */
  expire(): void {
    this.#slots.clear();
  }

  sha256Of(urn: string): string {
    return this.assets.get(urn)?.hashes.at(-1)?.copy().digest('hex') ?? '';
  }

  /** `host`: the address of LinkedIn’s web site, as the caller reaches it. */
  open(kind: FakeAsset['kind'], { json }: FakeRequest, host: string): FakeResponse {
    const request = field(json, 'initializeUploadRequest');
    if (textField(request, 'owner') !== this.#author) return refuse(400, 'INVALID_URN_ID');
    const asset = this.#add(kind);
    const { urn, token } = asset;
    const slot = (part: number, size?: number) => `${host}/dms-uploads/${this.#open({ asset, part, size })}`;
    if (kind !== 'video') {
      if (Object.keys(request as object).join() !== 'owner') return refuse(400, 'MISSING_FIELD');
      return { status: 200, body: { value: { uploadUrl: slot(0), [kind]: urn } } };
    }
    const size = Number(field(request, 'fileSizeBytes'));
    if (!Number.isInteger(size) || size < 1) return refuse(400, 'MISSING_FIELD');
    if (
      Object.keys(request as object)
        .sort()
        .join() !== 'fileSizeBytes,owner,uploadCaptions,uploadThumbnail'
    )
      return refuse(400, 'MISSING_FIELD');
    // The usual size is small, so that short files have several parts, too.
    const partSize = size > 4 * mebibyte ? 4 * mebibyte : this.partSize;
    const uploadInstructions = Array.from({ length: Math.ceil(size / partSize) }, (_, part) => {
      const firstByte = part * partSize;
      const end = Math.min(firstByte + partSize, size);
      return { uploadUrl: slot(part, end - firstByte), firstByte, lastByte: end - 1 };
    });
    const cover = field(request, 'uploadThumbnail') === true && { thumbnailUploadUrl: slot(-1) };
    if (field(request, 'uploadCaptions') === true) asset.captions = null;
    const captions = asset.captions === null && { captionsUploadUrl: slot(-2) };
    const value = { video: urn, uploadToken: token, uploadInstructions, ...cover, ...captions };
    return { status: 200, body: { value } };
  }

  stream({ path, method }: FakeHead): ((bytes: Uint8Array) => void) | undefined {
    if (method === 'POST') return undefined;
    const slot = this.#slots.get(path.split('/').at(-1) ?? '');
    if (slot === undefined) return () => {};
    const before = slot.part < 0 ? createHash('sha256') : slot.asset.hashes[slot.part]?.copy();
    const arriving = { count: 0, hash: before ?? createHash('sha256') };
    slot.arriving = arriving;
    slot.asset.kept = [];
    return (bytes) => {
      arriving.count += bytes.length;
      arriving.hash.update(bytes);
      if (slot.asset.kind === 'document' && arriving.count <= mostKept)
        slot.asset.kept.push(Buffer.from(bytes));
    };
  }

  put({ path, headers }: FakeRequest, isSignedIn: boolean): FakeResponse {
    const slot = this.#slots.get(path.split('/').at(-1) ?? '');
    if (slot === undefined || slot.part < -1) return refuse(400, 'EXPIRED_UPLOAD_URL');
    const { asset, part, size, arriving = { count: 0, hash: createHash('sha256') } } = slot;
    const isWhole = asset.kind !== 'video';
    if (isWhole ? !isSignedIn : headers.authorization !== undefined)
      return refuse(401, 'INVALID_ACCESS_TOKEN');
    if (headers['content-length'] !== String(arriving.count)) return refuse(400, 'INVALID_CONTENT');
    if (size !== undefined && arriving.count !== size) return refuse(400, 'INVALID_CONTENT');
    if (part < 0) {
      asset.cover = arriving.hash.digest('hex');
      return { status: 201, headers: { etag: 'cover' } };
    }
    asset.hashes[part + 1] = arriving.hash;
    asset.etags[part] = `/ambry-video/${asset.token}-${part}`;
    if (isWhole) asset.status = asset.kind === 'image' ? 'AVAILABLE' : 'PROCESSING';
    return isWhole ? { status: 201 } : { status: 200, headers: { etag: asset.etags[part] } };
  }

  /** Not confirmed: all that is refused here. */
  addCaptions({ path, body, headers }: FakeRequest, isSignedIn: boolean): FakeResponse {
    const slot = this.#slots.get(path.split('/').at(-1) ?? '');
    if (slot?.part !== -2) return refuse(400, 'EXPIRED_UPLOAD_URL');
    if (!isSignedIn) return refuse(401, 'INVALID_ACCESS_TOKEN');
    const { asset } = slot;
    const captions = readCaptionsForm(readMultipart(body, headers['content-type'] ?? ''));
    if (captions === undefined || asset.status !== 'WAITING_UPLOAD') return refuse(400, 'INVALID_CONTENT');
    asset.captions = captions;
    return { status: 201 };
  }

  finish({ json }: FakeRequest): FakeResponse {
    const request = field(json, 'finalizeUploadRequest');
    const asset = this.assets.get(textField(request, 'video') ?? '');
    const ids = field(request, 'uploadedPartIds');
    if (asset === undefined || field(request, 'uploadToken') !== asset.token)
      return refuse(400, 'INVALID_URN_ID');
    if (!Array.isArray(ids) || ids.join() !== asset.etags.join())
      return refuse(400, 'INVALID_VALUE_FOR_FIELD');
    // Not confirmed: whether LinkedIn insists on captions that were announced.
    if (asset.captions === null) return refuse(400, 'MISSING_FIELD');
    asset.status = 'PROCESSING';
    return { status: 200 };
  }

  read(urn: string): FakeResponse {
    const asset = this.assets.get(urn);
    if (asset === undefined) return refuse(404, 'NOT_FOUND');
    const status = this.statusOf(urn) ?? '';
    const reason = status === 'PROCESSING_FAILED' && { processingFailureReason: this.#failureOf(asset) };
    return { status: 200, body: { id: urn, owner: asset.owner, status, ...reason } };
  }

  /** Each question brings the processing further. */
  statusOf(urn: string): string | undefined {
    const asset = this.assets.get(urn);
    if (asset?.status === 'PROCESSING' && this.processing-- <= 0)
      asset.status = this.#failureOf(asset) === undefined ? 'AVAILABLE' : 'PROCESSING_FAILED';
    return asset?.status;
  }

  /** The pages of a document, as LinkedIn finds them in the PDF. */
  pagesOf(urn: string): Buffer[] {
    return readPages(Buffer.concat(this.assets.get(urn)?.kept ?? [])) ?? [];
  }

  #failureOf({ kind, urn }: FakeAsset): string | undefined {
    const isDamaged = kind === 'document' && this.pagesOf(urn).length === 0;
    return this.failure ?? (isDamaged ? 'DOCUMENT_UNREADABLE' : undefined);
  }

  /** The URN of an image that another tool uploads. */
  async plant(file: Media): Promise<string> {
    const asset = this.#add('image');
    for await (const bytes of file.open()) asset.hashes.at(-1)?.update(bytes);
    asset.status = 'AVAILABLE';
    return asset.urn;
  }

  #add(kind: FakeAsset['kind']): FakeAsset {
    const number = this.assets.size + 1;
    const asset: FakeAsset = {
      kind,
      urn: `urn:li:${kind}:D4E10AQ${number}`,
      owner: this.#author,
      status: 'WAITING_UPLOAD',
      token: kind === 'video' ? `token-${number}` : '',
      hashes: [createHash('sha256')],
      etags: [],
      cover: null,
      captions: undefined,
      kept: [],
    };
    this.assets.set(asset.urn, asset);
    return asset;
  }

  #open(slot: Omit<Slot, 'arriving'>): string {
    const id = randomUUID();
    this.#slots.set(id, { ...slot, arriving: undefined });
    return id;
  }
}

/** Undefined if it is not as LinkedIn's page shows it. */
function readCaptionsForm(parts: readonly ReceivedPart[]): ShownCaptions | undefined {
  const [first, file, ...others] = parts;
  if (first?.name !== 'metadata' || file?.name !== 'file' || others.length > 0) return undefined;
  const { locale, ...rest } = JSON.parse(String(first.content)) as JsonObject;
  const { language, country, ...strange } = locale as JsonObject;
  const wanted = {
    ...{ format: 'SRT', formattedForEasyReader: true, largeText: true },
    ...{ source: 'USER_PROVIDED', transcriptType: 'CLOSED_CAPTION' },
  };
  const isRight =
    isDeepStrictEqual(rest, wanted) &&
    Object.keys(strange).length === 0 &&
    /^[A-Z]{2,3}$/.test(String(language)) &&
    /^[A-Z]{2}$/.test(String(country ?? 'US')) &&
    /^\w+\.srt$/.test(file.filename ?? '') &&
    /^1\n\d\d:\d\d:\d\d,\d{3} --> \d/.test(String(file.content));
  const tag = [String(language).toLowerCase(), country].filter((each) => each !== undefined).join('-');
  return isRight ? { language: tag, text: String(file.content) } : undefined;
}
