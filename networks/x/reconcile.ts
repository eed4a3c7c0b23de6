/** Checks in the account's own list whether a post was published. */
import { aheadOf } from '../core/clocks.ts';
import { field } from '../core/json.ts';
import type { Found } from '../core/run.ts';
import { composeText } from '../core/text.ts';
import { listOwnPosts, type XSession } from './api.ts';
import { type Draft, type Listed, type Posted, readListed } from './post.ts';

const maxPages = 5;
/** Milliseconds by which the list begins before the intent, because our clock may be ahead of X’s. Each post costs money. */
const earlierMs = 86_400_000;
/** Milliseconds by which a post may be older than the intent on X’s own clock. It states whole seconds. */
const toleranceMs = 2000;

type Likeness = 'same' | 'different' | 'unclear';

const fields = 'created_at,text,attachments,entities,referenced_tweets,note_tweet';

export async function findPost(draft: Draft, since: Date, session: XSession): Promise<Found<Posted>> {
  const { posts, isComplete } = await listSince(since, session);
  const compared = posts.map((post) => ({ post, likeness: compare(post, draft) }));
  const [same, ...others] = compared.filter(({ likeness }) => likeness === 'same');
  if (same !== undefined) return others.length === 0 ? { found: { id: same.post.id } } : 'unknown';
  const isClear = compared.every(({ likeness }) => likeness === 'different');
  return isComplete && isClear && isListed(draft) ? 'absent' : 'unknown';
}

/** Not confirmed: whether the account's own list has posts of communities, and posts for subscribers. */
function isListed({ settings }: Draft): boolean {
  return settings.community_id === undefined && settings.for_super_followers_only !== true;
}

/** The account's posts since a moment on our clock. The list begins with the newest one. */
async function listSince(since: Date, session: XSession): Promise<{ posts: Listed[]; isComplete: boolean }> {
  const posts: Listed[] = [];
  const query = { start_time: new Date(since.getTime() - earlierMs).toISOString() };
  for await (const page of listOwnPosts(session, fields, query, maxPages)) {
    const start = since.getTime() + aheadOf(page.response, session.now()) - toleranceMs;
    const listed = page.posts.map(readListed).filter((post) => post !== undefined);
    if (listed.length < page.posts.length) break;
    posts.push(...listed.filter(({ createdAt }) => createdAt >= start));
    const isCounted = typeof field(page.response.json, 'meta', 'result_count') === 'number';
    const isEnd = page.isLast || listed.some(({ createdAt }) => createdAt < start);
    if (isEnd) return { posts, isComplete: isCounted };
  }
  return { posts, isComplete: false };
}

/** A file is in one post only, so known keys decide without the text. */
function compare(post: Listed, draft: Draft): Likeness {
  const { media, settings, inReplyTo } = draft;
  if (post.inReplyTo !== inReplyTo || post.hasPoll !== (settings.poll !== undefined)) return 'different';
  const isOurs = media.every(({ id, key }) =>
    post.mediaKeys.some((each) => each === key || each.endsWith(`_${id}`)),
  );
  if (media.length > 0 && isOurs) return 'same';
  const isAlike = media.length === 0 && post.mediaKeys.length === 0 && quotesSame(post, draft);
  const likeness = compareText(post, draft);
  return isAlike || likeness === 'different' ? likeness : 'unclear';
}

/**
 * X quotes a post to which the text has a link, and may show a picture to which it has one as a file of this post:
 * https://github.com/fa0311/twitter-openapi-typescript/issues/85 (2024-01-22)
 */
function quotesSame({ quoted }: Listed, { text, settings }: Draft): boolean {
  if (quoted === null || settings.quote !== undefined) return quoted === (settings.quote ?? null);
  return hasLinkTo(text, quoted);
}

/** `id`: of a post. */
function hasLinkTo(text: string, id: string): boolean {
  return new RegExp(`/status/${id}(?!\\d)`).test(text);
}

/** X writes short addresses in place of links. If the rest is equal but the links are not, it may be another post. */
function compareText(post: Listed, { text }: Draft): Likeness {
  const pieces = splitListed(post, text);
  const targets = new Map(post.links.map(({ short, target }) => [short, target]));
  const ours = reduce(text);
  const whole = pieces.map((piece, at) => (at % 2 === 0 ? piece : (targets.get(piece) ?? piece))).join('');
  if (ours === reduce(whole)) return 'same';
  const plain = pieces.filter((_, at) => at % 2 === 0).map(reduce);
  return plain.length > 1 && hasInOrder(ours, plain) ? 'unclear' : 'different';
}

const short = /(https:\/\/t\.co\/\w{1,40})/;

/** The text between short addresses, and the addresses. X adds one at the end for files, and for a quoted post. */
function splitListed({ text, links, mediaKeys, quoted }: Listed, ours: string): string[] {
  const pieces = decode(text).split(short);
  const [last = '', end = ''] = pieces.slice(-2);
  const target = links.find((link) => link.short === last)?.target ?? '';
  const [, id, file] = /\/status\/(\d{1,19})(\/(?:photo|video)\/\d+)?$/.exec(target) ?? [];
  const isShown = file === undefined ? id === quoted : mediaKeys.length > 0;
  const isAdded = id !== undefined && isShown && !hasLinkTo(ours, id);
  return end.trim() === '' && isAdded ? pieces.slice(0, -2) : pieces;
}

function hasInOrder(text: string, pieces: readonly string[]): boolean {
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  let at = first.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  return pieces.slice(1, -1).every((piece) => {
    const found = text.indexOf(piece, at);
    at = found + piece.length;
    return found >= 0;
  });
}

/** X completes and cleans addresses, and trims texts. */
function reduce(text: string): string {
  return composeText(text)
    .replace(/https?:\/\//gi, '')
    .replace(/[\s/]+/g, '')
    .toLowerCase();
}

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '');
}
