/** Uploads a file in slices. After a broken connection it continues with the bytes that have not arrived. */
import type { Clock } from './clock.ts';
import { ApiError, isPassing } from './errors.ts';
import { type Retry, waitAfter } from './retry.ts';
import type { UploadOptions } from './upload.ts';

export interface ResumableOptions extends UploadOptions {
  /** Bytes of a slice. A slice must arrive within a minute. Default: 5 MB. */
  sliceSize?: number;
  /** The upload to continue: the `upload` that `onBegun` got. Default: a new one. */
  upload?: number;
  /** Called with the id of the upload. Keep it, and pass it as `upload` to continue after a restart. */
  onBegun?: (upload: number) => void;
}

/** The requests of the protocol. */
export interface UploadCalls {
  /** Returns the id of the upload. */
  create(headers: Record<string, string>): Promise<number>;
  find(upload: number): Promise<WithHeaders>;
  sendSlice(upload: number, offset: number, slice: Blob): Promise<WithHeaders>;
}

interface WithHeaders {
  headers: Headers;
}

/** The bytes that have arrived, and the id of the file when all have. */
interface Progress {
  offset: number;
  mediaId: number | null;
}

const SLICE_SIZE = 5 * 1024 * 1024;

/** Returns the id of the file in the library. Throws when no slice has arrived after so many tries in a row. */
export async function uploadInSlices(
  calls: UploadCalls,
  file: Blob,
  options: ResumableOptions,
  { retry, clock }: { retry: Retry; clock: Clock },
): Promise<number> {
  const { sliceSize = SLICE_SIZE, signal, onProgress } = options;
  const upload = options.upload ?? (await calls.create(announce(file, options)));
  options.onBegun?.(upload);
  let failures = 0;
  for (let progress = readProgress(await calls.find(upload)); ; ) {
    if (progress.mediaId !== null) return progress.mediaId;
    onProgress?.(progress.offset, file.size);
    const slice = file.slice(progress.offset, progress.offset + sliceSize);
    try {
      progress = readProgress(await calls.sendSlice(upload, progress.offset, slice));
      failures = 0;
    } catch (error) {
      failures += 1;
      signal?.throwIfAborted();
      if (!canContinue(error) || failures >= retry.tries) throw error;
      await clock.wait(waitAfter(error, failures, retry.maxWait), signal);
      progress = readProgress(await calls.find(upload));
    }
    if (progress.mediaId !== null) onProgress?.(file.size, file.size);
  }
}

function readProgress({ headers }: WithHeaders): Progress {
  const mediaId = headers.get('belfry-media-id');
  return {
    offset: Number(headers.get('upload-offset')),
    mediaId: mediaId === null ? null : Number(mediaId),
  };
}

/** Another request may have sent the same slice, or this one took too long. */
function canContinue(error: unknown): boolean {
  const codes = ['upload_offset', 'request_timeout'];
  return isPassing(error) || (error instanceof ApiError && codes.includes(error.code));
}

function announce(file: Blob, { name, altText }: UploadOptions): Record<string, string> {
  const given = { filename: name ?? (file instanceof File ? file.name : 'file'), alt_text: altText };
  const pairs = Object.entries(given).flatMap(([key, text]) =>
    text === undefined ? [] : [`${key} ${encode(text)}`],
  );
  return { 'upload-length': `${file.size}`, 'upload-metadata': pairs.join(',') };
}

/** Base64 of the UTF-8 text. */
function encode(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
