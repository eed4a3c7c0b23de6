import { faultIn, NetworkFault } from '../core/fault.ts';
import { field, type JsonObject } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import { readBlob } from './blob.ts';
import { misunderstood } from './faults.ts';
import { type BlueskySession, serverOf } from './session.ts';
import { accept, addressOf, send } from './xrpc.ts';

/**
 * Uploads an image and returns its blob. The blob's address is the hash of its bytes, so a second upload returns the
 * same blob. The image is invisible until a record names it; without one, the server deletes it after a while.
 */
export async function uploadImage(
  file: Media,
  index: number,
  session: BlueskySession,
  signal: AbortSignal,
): Promise<JsonObject> {
  const server = serverOf(session);
  // In one piece: a PDS that refuses a stream midway leaves the connection unusable (@atproto/pds 0.5.35, 2026-11-21).
  const body = Buffer.concat(await Array.fromAsync(file.open()));
  const response = await send(server, {
    method: 'POST',
    url: addressOf(server, 'com.atproto.repo.uploadBlob', {}),
    headers: { 'content-type': file.mimeType },
    body,
    timeout: 60,
    signal,
  });
  try {
    const blob = readBlob(field(accept(server, response), 'blob'));
    if (blob === undefined) throw misunderstood();
    return blob;
  } catch (error) {
    throw atFile(error, index);
  }
}

/** Adds the field of the refused file to a fault. */
function atFile(error: unknown, index: number): unknown {
  const fault = faultIn(error, 'rejected');
  if (fault === undefined) return error;
  return new NetworkFault({ ...fault, field: `media_ids.${index}` } as typeof fault, { cause: error });
}
