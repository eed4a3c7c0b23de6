/** Reads the numbers of posts, and deletes posts. */
import { faultIn, refuse } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { statedNumber } from '../core/stated.ts';
import { misunderstood } from './faults.ts';
import { postType, uriOf } from './records.ts';
import { type BlueskySession, type Grant, serverOf } from './session.ts';
import { procedure, query } from './xrpc.ts';

/** The account's server passes the question on: https://docs.bsky.app/docs/api/app-bsky-feed-get-posts (2026-11-22). */
export const measure: Measuring<Grant> = {
  batch: 25,
  async read(posts, session) {
    const found = new Map<string, Metrics>();
    const uris = posts.map(({ id }) => id);
    if (uris.length === 0) return found;
    const listed = field(await query(serverOf(session), 'app.bsky.feed.getPosts', { uris }), 'posts');
    if (!Array.isArray(listed)) throw misunderstood();
    for (const post of listed) {
      const uri = textField(post, 'uri');
      if (uri !== undefined && uris.includes(uri)) found.set(uri, readMetrics(post));
    }
    return found;
  },
};

function readMetrics(post: unknown): Metrics {
  const count = (name: string) => statedNumber(field(post, name), 0, Number.MAX_SAFE_INTEGER);
  const [reposts, quotes] = [count('repostCount'), count('quoteCount')];
  const numbers = {
    likes: count('likeCount'),
    comments: count('replyCount'),
    shares: reposts === undefined && quotes === undefined ? undefined : (reposts ?? 0) + (quotes ?? 0),
  };
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
}

/** Servers also accept the deletion of a record that they do not have. */
export async function remove({ id }: PublishedPart, session: BlueskySession): Promise<void> {
  const { did } = session.grant;
  const rkey = id.split('/').at(-1) ?? '';
  if (id !== uriOf(did, rkey)) throw refuse('This post belongs to another account.');
  const input = { repo: did, collection: postType, rkey };
  try {
    await procedure(serverOf(session), 'com.atproto.repo.deleteRecord', input);
  } catch (error) {
    if (faultIn(error, 'rejected')?.networkCode !== 'RecordNotFound') throw error;
  }
}
