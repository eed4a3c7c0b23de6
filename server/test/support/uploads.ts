/** Uploads that are resumed, with the client of tus and by single requests. */
import { type DetailedError, Upload } from 'tus-js-client';
import type { Answer } from './answer.ts';
import type { Client } from './client.ts';

const SLICE = 'application/offset+octet-stream';

export interface TusOptions {
  sliceSize?: number;
  metadata?: Record<string, string>;
  onProgress?: (sent: number) => void;
}

/** Uploads the file as browsers do. Returns the `Belfry-Media-Id` of the last answer. */
export function uploadByTus(
  { origin, key }: { origin: string; key: string },
  bytes: Buffer,
  { sliceSize = Number.POSITIVE_INFINITY, metadata = {}, onProgress }: TusOptions = {},
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let mediaId = 0;
  new Upload(bytes, {
    endpoint: `${origin}/api/v1/uploads`,
    headers: { authorization: `Bearer ${key}` },
    metadata,
    chunkSize: sliceSize,
    retryDelays: [0, 0, 0, 0, 10, 10, 100, 100, 1000],
    onAfterResponse: (_request, response) => {
      mediaId = Number(response.getHeader('Belfry-Media-Id') ?? mediaId);
    },
    ...(onProgress && { onProgress }),
    onSuccess: () => resolve(mediaId),
    onError: (error: Error | DetailedError) => reject(error),
  }).start();
  return promise;
}

/** Begins an upload. Returns its path. */
export async function beginUpload(client: Client, size: number, metadata = ''): Promise<string> {
  const headers = { 'upload-length': `${size}`, ...(metadata && { 'upload-metadata': metadata }) };
  const answer = await client.request('POST', '/api/v1/uploads', { headers });
  return answer.headers.get('location') ?? '';
}

export function sendSlice(client: Client, path: string, offset: number, raw: Uint8Array<ArrayBuffer>) {
  return client.request('PATCH', path, {
    raw,
    headers: { 'content-type': SLICE, 'upload-offset': `${offset}`, 'tus-resumable': '1.0.0' },
  });
}

/** What the answer says about the upload. */
export function progressOf({ status, headers }: Answer<unknown>) {
  const id = headers.get('belfry-media-id');
  return [status, Number(headers.get('upload-offset')), ...(id === null ? [] : [Number(id)])];
}
