/** Uploads to rupload.facebook.com. The fake hashes the bytes as they arrive, and keeps none. */
import { createHash, type Hash } from 'node:crypto';
import type { FakeHead, FakeRequest, FakeResponse } from '../../testing/fake-server.ts';

export interface FakeUpload {
  /** Bytes that the fake has. */
  offset: number;
  hash: Hash;
  /** When it is complete. */
  sha256: string | undefined;
}

export function openUpload(): FakeUpload {
  return { offset: 0, hash: createHash('sha256'), sha256: undefined };
}

/** Takes the bytes of a request. At most `keeps` of them are stored, as if the connection had broken. */
export function takeBytes(upload: FakeUpload, keeps: number): (bytes: Uint8Array) => void {
  let left = keeps;
  return (bytes) => {
    const kept = bytes.subarray(0, left);
    upload.hash.update(kept);
    upload.offset += kept.length;
    left -= kept.length;
  };
}

/** The offset that a request names must be the one that the fake has. */
export function hasOffset(upload: FakeUpload, { headers }: Pick<FakeHead, 'headers'>): boolean {
  return Number(headers.offset) === upload.offset;
}

export function finishUpload(upload: FakeUpload, { headers }: FakeRequest): FakeResponse {
  const size = Number(headers.file_size);
  if (upload.offset < size) return { status: 0, drop: true };
  upload.sha256 = upload.hash.copy().digest('hex');
  return { status: 200, body: { success: true, message: 'Upload successful.' } };
}

export function refuseUpload(type: string, message: string, retriable = false): FakeResponse {
  return { status: 400, body: { debug_info: { retriable, type, message } } };
}
