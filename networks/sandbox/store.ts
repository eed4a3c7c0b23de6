/**
 * The sandbox's storage. Everything is in Records, so several server processes agree. Operations that must happen once
 * use `insert`, the only atomic operation.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Records } from '../core/service.ts';

export type Post = {
  id: string;
  username: string;
  text: string;
  media: Attachment[];
  /** ISO 8601 in UTC with microseconds. */
  created_at: string;
  /** Deleted posts stay without their contents, because their keys do. */
  deleted?: true;
};

export type Attachment = {
  id: string;
  kind: 'image' | 'video';
  mime_type: string;
  alt_text: string | null;
  captions?: { id: string; language: string }[];
};
export type MediaInfo = { mime_type: string; size: number };

export async function addAccount(records: Records, username: string): Promise<void> {
  await records.insert('accounts', username, { username });
}

export async function hasAccount(records: Records, username: string): Promise<boolean> {
  return (await records.get('accounts', username)) !== undefined;
}

/** Only the hash of a token is stored, so access to the database is not enough to post. */
export async function issueToken(records: Records, username: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await records.insert('tokens', hash(token), { username, revoked: false });
  return token;
}

/** The username of a token's owner; undefined if the token is unknown or revoked. */
export async function findTokenOwner(records: Records, token: string): Promise<string | undefined> {
  const stored = await records.get('tokens', hash(token));
  return stored?.revoked === false ? String(stored.username) : undefined;
}

export async function revokeToken(records: Records, token: string, username: string): Promise<void> {
  await records.put('tokens', hash(token), { username, revoked: true });
}

/** The id is derived from the content, so a repeated upload stores nothing new. */
export async function addMedia(records: Records, mimeType: string, bytes: Uint8Array): Promise<string> {
  const id = hash(mimeType, bytes);
  await records.insert('media_bytes', id, { base64: Buffer.from(bytes).toString('base64') });
  await records.insert('media', id, { mime_type: mimeType, size: bytes.length });
  return id;
}

export async function findMedia(records: Records, id: string): Promise<MediaInfo | undefined> {
  return (await records.get('media', id)) as MediaInfo | undefined;
}

export async function readMediaBytes(records: Records, id: string): Promise<Uint8Array> {
  const stored = await records.get('media_bytes', id);
  return Buffer.from(String(stored?.base64), 'base64');
}

/** The id of the post with this idempotency key: always the same, and different for every user. */
export function postId(username: string, key: string): string {
  return hash(username, '/', key);
}

/** Stores the post unless its id exists. Returns the stored post. */
export async function addPost(records: Records, post: Post): Promise<{ post: Post; created: boolean }> {
  const { data, created } = await records.insert(timeline(post.username), post.id, post);
  return { post: data as Post, created };
}

export async function findPost(records: Records, username: string, id: string): Promise<Post | undefined> {
  const post = (await records.get(timeline(username), id)) as Post | undefined;
  return post?.deleted ? undefined : post;
}

/** Newest first. Deleted posts count toward the limit. */
export async function listPosts(records: Records, username: string, limit: number): Promise<Post[]> {
  const posts = (await records.list(timeline(username), limit)) as Post[];
  return posts.filter(({ deleted }) => !deleted);
}

export async function removePost(records: Records, post: Post): Promise<void> {
  await records.put(timeline(post.username), post.id, { ...post, text: '', media: [], deleted: true });
}

/** True for exactly one call per requested behaviour. */
export async function isFirstRefusal(
  records: Records,
  username: string,
  requestId: string,
): Promise<boolean> {
  return (await records.insert('refusals', hash(username, '/', requestId), {})).created;
}

function timeline(username: string): string {
  return `posts:${username}`;
}

function hash(...parts: (string | Uint8Array)[]): string {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest('hex').slice(0, 32);
}
