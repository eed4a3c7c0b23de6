import { field, type JsonObject } from '../core/json.ts';
import { readBlob } from './cid.ts';
import { requireStated } from './faults.ts';
import { type BlueskySession, serverOf } from './session.ts';
import { accept, addressOf, send } from './xrpc.ts';

/**
 * Uploads a small file and returns its blob. The blob's address is the hash of its bytes, so a second upload returns the
 * same blob. The file is invisible until a record names it; without one, the server deletes it after a while.
 */
export async function uploadBlob(
  body: Uint8Array,
  mimeType: string,
  session: BlueskySession,
): Promise<JsonObject> {
  const server = serverOf(session);
  // In one piece: a PDS that refuses a stream midway leaves the connection unusable (@atproto/pds 0.5.35, 2026-11-21).
  const response = await send(server, {
    method: 'POST',
    url: addressOf(server, 'com.atproto.repo.uploadBlob', {}),
    headers: { 'content-type': mimeType },
    body,
    timeout: 60,
  });
  return requireStated(readBlob(field(accept(server, response), 'blob')));
}
