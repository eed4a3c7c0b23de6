import { faultIn } from '../core/fault.ts';
import { field, idField } from '../core/json.ts';
import type { Media, Outgoing, Published, PublishedPart } from '../core/network.ts';
import type { Found, Run } from '../core/run.ts';
import { threadOf } from '../core/thread.ts';
import { buildEmbed } from './embed.ts';
import { misunderstood } from './faults.ts';
import { resolveMentions } from './mentions.ts';
import { buildWrites, type Draft, postType, uriOf } from './records.ts';
import { type BlueskySession, serverAt, serverOf } from './session.ts';
import type { Settings } from './settings.ts';
import { createTid } from './tid.ts';
import { uploadImage } from './upload.ts';
import { procedure, query } from './xrpc.ts';

/** The reference to a post in a reply. */
type Ref = { uri: string; cid: string };

/**
 * One atomic write creates the post, its thread and its gates, as the official app does: a post is never public without
 * its gate, and a thread is never incomplete. The record keys are stored before the first send, and the server creates
 * each key at most once.
 */
export async function publish(
  post: Outgoing<Settings>,
  session: BlueskySession,
  run: Run,
): Promise<Published> {
  const { did } = session.grant;
  const { settings } = post;
  const texts = [post.text, ...threadOf(post.settings)];
  const dids = await resolveMentions(texts, session, run);
  const embed = await buildEmbed(post, session, run);
  const rkeys = await run.step('rkeys', () => {
    const now = session.now().getTime();
    return texts.map((_, index) => createTid(new Date(now + index)));
  });
  const create = () =>
    createPost({ did, texts, rkeys, settings, embed, dids, createdAt: session.now() }, session);
  await run.commit('post', () => createRestoring(create, post.media, session, run), {
    reconcile: () => settle(rkeys, session),
  });
  const [first, ...replies] = rkeys.map((rkey) => partOf(did, rkey));
  if (first === undefined) throw misunderstood();
  return replies.length > 0 ? { ...first, parts: [first, ...replies] } : first;
}

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
 * A server deletes images that no record names in time. Their addresses are hashes, so the record is still right after
 * a new upload.
 */
async function createRestoring<T>(
  create: () => Promise<T>,
  media: readonly Media[],
  session: BlueskySession,
  run: Run,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    const isLost = faultIn(error, 'rejected')?.networkCode === 'BlobNotFound';
    if (!isLost || media[0]?.kind !== 'image') throw error;
    for (const [index, file] of media.entries()) await uploadImage(file, index, session, run.signal);
    return create();
  }
}

/** The account's own server is authoritative and shows a write at once. */
async function settle(rkeys: string[], session: BlueskySession): Promise<Found<Ref>> {
  try {
    const found = await findPost(rkeys, session);
    return found ? { found } : 'absent';
  } catch (error) {
    if (faultIn(error, 'rejected')) return 'unknown';
    throw error;
  }
}

/** The first post stands for the whole write. Reading it needs no token, so an expired one does not matter. */
async function findPost([rkey = '']: string[], session: BlueskySession): Promise<Ref | null> {
  const { service, did } = session.grant;
  const params = { repo: did, collection: postType, rkey };
  try {
    return readRef(await query(serverAt(session, service), 'com.atproto.repo.getRecord', params));
  } catch (error) {
    if (faultIn(error, 'rejected')?.networkCode === 'RecordNotFound') return null;
    throw error;
  }
}

function readRef(answer: unknown): Ref {
  const uri = idField(answer, 'uri');
  const cid = idField(answer, 'cid');
  if (uri === undefined || cid === undefined) throw misunderstood();
  return { uri, cid };
}
