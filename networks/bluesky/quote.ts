/** The post that a post quotes: from the address that a person gave to the reference that the record holds. */
import { refuse, riskOf } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { Version } from '../core/limits.ts';
import { isCid } from './cid.ts';
import { misunderstood, unlessRefused } from './faults.ts';
import { resolveHandle } from './mentions.ts';
import { postType, type Ref, uriOf } from './records.ts';
import { type BlueskySession, serverAt, serverOf } from './session.ts';
import { readQuote } from './settings.ts';
import { query } from './xrpc.ts';

/** Throws `rejected` if the post is gone, or its author allows no quotes. */
export async function resolveQuote(address: string, session: BlueskySession): Promise<Ref> {
  const { actor, rkey } = readQuote(address) ?? {};
  const repo = actor?.startsWith('did:') ? actor : actor && (await resolveHandle(actor, session));
  const ref = repo && rkey ? await readRef(repo, rkey, session) : null;
  if (ref === null) {
    const message = 'The quoted post is not there. It may have been deleted, or its address is wrong.';
    throw refuse(message, 'settings.quote');
  }
  if (await isClosed(ref, session))
    throw refuse('The author of the quoted post does not allow quotes of it.', 'settings.quote');
  return ref;
}

/** A server reads the posts of other servers at Bluesky's. It needs no sign-in for this. */
async function readRef(repo: string, rkey: string, session: BlueskySession): Promise<Ref | null> {
  const params = { repo, collection: postType, rkey };
  const reading = query(serverAt(session, session.grant.service), 'com.atproto.repo.getRecord', params);
  const record = await unlessRefused(reading, null);
  if (record === null) return null;
  const cid = textField(record, 'cid');
  if (cid === undefined || !isCid(cid)) throw misunderstood();
  return { uri: uriOf(repo, rkey), cid };
}

/**
 * What the post's gate means for this account: `embeddingDisabled` of
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/defs.json (2026-11-24). Bluesky's server
 * may not know a new post yet, and a server may work without Bluesky's. Neither keeps a post from being quoted.
 */
async function isClosed({ uri }: Ref, session: BlueskySession): Promise<boolean> {
  const reading = query(serverOf(session), 'app.bsky.feed.getPosts', { uris: uri });
  const listed = await unlessRefused(reading, null);
  return field(listed, 'posts', 0, 'viewer', 'embeddingDisabled') === true;
}

/** Before a post is due: whether the post that it quotes can be quoted. */
export async function checkQuote({ settings }: Version, session: BlueskySession): Promise<string[]> {
  const quote = textField(settings, 'quote');
  return quote === undefined ? [] : riskOf(resolveQuote(quote, session));
}
