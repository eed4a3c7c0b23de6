import { faultIn, NetworkFault } from '../core/fault.ts';
import type { JsonObject } from '../core/json.ts';
import { field } from '../core/json.ts';
import type { Media, Session } from '../core/network.ts';
import { readBlob } from './blob.ts';
import { misunderstood } from './faults.ts';
import { serverOf } from './session.ts';
import { accept, addressOf, send } from './xrpc.ts';

/**
 * Stores an image and answers its blob, whose address is the hash of its bytes: uploading it again gives the same.
 * It is invisible until a record names it, and dropped after a while without one.
 */
export async function uploadImage(
  file: Media,
  index: number,
  session: Session,
  signal: AbortSignal,
): Promise<JsonObject> {
  const server = serverOf(session);
  // In one piece: a PDS that refuses a stream half-way leaves the connection unusable (@atproto/pds 0.5.35, 2026-11-21).
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

/** A refusal that tells which file it is about. */
function atFile(error: unknown, index: number): unknown {
  const fault = faultIn(error, 'rejected');
  if (fault === undefined) return error;
  return new NetworkFault({ ...fault, field: `media_ids.${index}` } as typeof fault, { cause: error });
}
