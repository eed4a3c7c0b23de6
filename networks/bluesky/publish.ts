import { faultIn } from '../core/fault.ts';
import { field, idField } from '../core/json.ts';
import type { Media, Network, PublishedPart } from '../core/network.ts';
import { publishedAs } from '../core/published.ts';
import type { Found } from '../core/run.ts';
import { threadOf } from '../core/thread.ts';
import { buildEmbed, uploadAgain, withQuote } from './embed.ts';
import { requireStated, unlessRefused } from './faults.ts';
import { resolveMentions } from './mentions.ts';
import { resolveQuote } from './quote.ts';
import { buildWrites, type Draft, postType, type Ref, uriOf } from './records.ts';
import { type BlueskySession, type Grant, serverAt, serverOf } from './session.ts';
import type { Settings } from './settings.ts';
import { createTid } from './tid.ts';
import { procedure, query } from './xrpc.ts';

/**
 * One atomic write creates the post, its thread and its gates, as the official app does: a post is never public without
 * its gate, and a thread is never incomplete. The record keys are stored before the first send, and the server creates
 * each key at most once.
 */
export const publish: Network<Settings, Grant>['publish'] = async (post, session, run) => {
  const { did } = session.grant;
  const { settings } = post;
  const texts = [post.text, ...threadOf(post.settings)];
  const dids = await resolveMentions(texts, session, run);
  const { quote } = settings;
  const quoted = quote === undefined ? null : await run.step('quote', () => resolveQuote(quote, session));
  const { embed: own, warnings } = await buildEmbed(post, session, run);
  const embed = withQuote(own, quoted);
  const rkeys = await run.step('rkeys', () => {
    const now = session.now().getTime();
    return texts.map((_, index) => createTid(new Date(now + index)));
  });
  const draft = { did, texts, rkeys, settings, embed, dids };
  const create = () => createPost({ ...draft, createdAt: session.now() }, session);
  await run.commit('post', () => createRestoring(create, post.media, session), {
    reconcile: () => settle(rkeys, session),
  });
  const [first, ...replies] = rkeys.map((rkey) => partOf(did, rkey));
  const published = publishedAs(requireStated(first), ...replies);
  return warnings.length === 0 ? published : { ...published, warnings };
};

function partOf(did: string, rkey: string): PublishedPart {
  return { id: uriOf(did, rkey), url: `https://bsky.app/profile/${did}/post/${rkey}` };
}

async function createPost(draft: Draft, session: BlueskySession): Promise<Ref> {
  const input = { repo: draft.did, writes: buildWrites(draft) };
  try {
    const answer = await procedure(serverOf(session), 'com.atproto.repo.applyWrites', input);
    return readRef(field(answer, 'results', 0));
  } catch (error) {
    // The reference PDS answers 500 for an existing key (bluesky-social/atproto#3718, 2026-11-21). Others may answer
    // with a refusal.
    const existing = faultIn(error, 'rejected') && (await findPost(draft.rkeys, session));
    if (existing) return existing;
    throw error;
  }
}

/**
 * A server deletes files that no record names in time. Their addresses are hashes, so the record is still right after a
 * new upload.
 */
async function createRestoring(
  create: () => Promise<Ref>,
  media: readonly Media[],
  session: BlueskySession,
): Promise<Ref> {
  const created = await unlessRefused(create(), null, 'BlobNotFound');
  if (created !== null) return created;
  for (const [index, file] of media.entries()) await uploadAgain(file, index, session);
  return create();
}

/** The account's own server is authoritative and shows a write at once. */
async function settle(rkeys: string[], session: BlueskySession): Promise<Found<Ref>> {
  const looked = findPost(rkeys, session).then((found) => (found ? { found } : 'absent'));
  return unlessRefused(looked, 'unknown');
}

/** The first post stands for the whole write. Reading it needs no token, so an expired one does not matter. */
async function findPost([rkey = '']: string[], session: BlueskySession): Promise<Ref | null> {
  const { service, did } = session.grant;
  const params = { repo: did, collection: postType, rkey };
  const record = query(serverAt(session, service), 'com.atproto.repo.getRecord', params);
  return unlessRefused(record.then(readRef), null, 'RecordNotFound');
}

function readRef(answer: unknown): Ref {
  return { uri: requireStated(idField(answer, 'uri')), cid: requireStated(idField(answer, 'cid')) };
}
