/** Bluesky's own service for videos: where it is, how it acts for an account, and what it says. */
import { textField } from '../core/json.ts';
import { requireStated } from './faults.ts';
import { type BlueskySession, serverAt, serverOf } from './session.ts';
import { query, type XrpcServer } from './xrpc.ts';

/** The code is from bluesky-social/atproto#3097 (2026-11-21). */
const isUnconfirmed = /^(?:unconfirmed_email|Confirm your email address)/;
const howToConfirm =
  'the account’s e-mail address is not confirmed. Confirm it at Bluesky. If the post has failed, schedule it again.';

export const videoServiceDid = 'did:web:video.bsky.app';

export function videoServiceOf(session: BlueskySession, token?: string): XrpcServer {
  return serverAt(session, 'https://video.bsky.app', token);
}

/**
 * A token with which the service may make one call (`lxm`) at `aud` for the account. It is valid for a minute, unless `exp`
 * says how long (Unix seconds): https://docs.bsky.app/docs/api/com-atproto-server-get-service-auth (2026-11-28).
 */
export async function delegate(
  call: { aud: string; lxm: string; exp?: string },
  session: BlueskySession,
): Promise<string> {
  const answer = await query(serverOf(session), 'com.atproto.server.getServiceAuth', call);
  return requireStated(textField(answer, 'token'));
}

/** What the service says in an answer: its message, its code, or both. */
export function wordsOf(answer: unknown): string[] {
  return [textField(answer, 'message'), textField(answer, 'error')].filter((each) => each !== undefined);
}

/** The end of a sentence for people. */
export function explain(answer: unknown): string {
  const words = wordsOf(answer);
  if (words.some((each) => isUnconfirmed.test(each))) return howToConfirm;
  return (words[0] ?? 'it gave no reason').trim().replace(/\.?$/, '.');
}
