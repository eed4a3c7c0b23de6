/** Reads the numbers of posts, and deletes posts. */
import { refuse } from '../core/fault.ts';
import { field } from '../core/json.ts';
import type { Measuring } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { readNumbersIn } from '../core/numbers.ts';
import { misunderstood, unlessRefused } from './faults.ts';
import { postType, uriOf } from './records.ts';
import { type BlueskySession, type Grant, serverOf } from './session.ts';
import { procedure, query } from './xrpc.ts';

const names = { likes: 'likeCount', comments: 'replyCount', shares: ['repostCount', 'quoteCount'] };

/** The account's server passes the question on: https://docs.bsky.app/docs/api/app-bsky-feed-get-posts (2026-11-22). */
export const measure: Measuring<Grant> = {
  batch: 25,
  async read(posts, session) {
    if (posts.length === 0) return new Map();
    const uris = posts.map(({ id }) => id);
    const listed = field(await query(serverOf(session), 'app.bsky.feed.getPosts', { uris }), 'posts');
    if (!Array.isArray(listed)) throw misunderstood();
    return readNumbersIn(listed, posts, names, { id: 'uri' });
  },
};

/** Servers also accept the deletion of a record that they do not have. */
export async function remove({ id }: PublishedPart, session: BlueskySession): Promise<void> {
  const { did } = session.grant;
  const rkey = id.split('/').at(-1) ?? '';
  if (id !== uriOf(did, rkey)) throw refuse('This post belongs to another account.');
  const input = { repo: did, collection: postType, rkey };
  const deletion = procedure(serverOf(session), 'com.atproto.repo.deleteRecord', input);
  await unlessRefused(deletion, null, 'RecordNotFound');
}
