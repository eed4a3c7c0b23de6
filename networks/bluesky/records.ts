/** The records of one write: a post, its thread and its gates. */
import type { JsonObject } from '../core/json.ts';
import { cidOf } from './cid.ts';
import { type Mentioned, toFacets } from './facets.ts';
import type { ReplyRules, Settings } from './settings.ts';

export const postType = 'app.bsky.feed.post';

export interface Draft {
  did: string;
  /** One per post of the thread. */
  texts: string[];
  /** One per text. */
  rkeys: string[];
  settings: Settings;
  embed: JsonObject | null;
  dids: Mentioned;
  createdAt: Date;
}

/** One record to create. */
export type Write = { $type: string; collection: string; rkey: string; value: JsonObject };

export function buildWrites(draft: Draft): Write[] {
  const posts = buildPosts(draft);
  const [root] = posts;
  return [
    ...posts,
    ...(root ? buildThreadGate(draft, root) : []),
    ...posts.flatMap((post) => buildPostGate(draft, post)),
  ];
}

export function uriOf(did: string, rkey: string): string {
  return `at://${did}/${postType}/${rkey}`;
}

function buildPosts(draft: Draft): Write[] {
  const posts: Write[] = [];
  let root: JsonObject | undefined;
  let parent: JsonObject | undefined;
  for (const [index, rkey] of draft.rkeys.entries()) {
    const reply = root && parent ? { reply: { root, parent } } : {};
    const value = { ...buildPost(draft, index), ...reply };
    parent = { uri: uriOf(draft.did, rkey), cid: cidOf(value) };
    root ??= parent;
    posts.push(toWrite(postType, rkey, value));
  }
  return posts;
}

function buildPost({ texts, dids, settings, embed, createdAt }: Draft, index: number): JsonObject {
  const text = texts[index] ?? '';
  const facets = toFacets(text, dids);
  // Posts of one thread with the same time are missing from the profile: bluesky-social/atproto#3027 (2026-11-21).
  const at = new Date(createdAt.getTime() + index);
  return {
    $type: postType,
    text,
    ...(facets.length > 0 && { facets }),
    ...(settings.langs?.length && { langs: settings.langs }),
    ...(index === 0 && buildFirstOnly(settings, embed)),
    createdAt: at.toISOString(),
  };
}

function buildFirstOnly({ labels, tags }: Settings, embed: JsonObject | null): JsonObject {
  const values = labels?.map((val) => ({ val }));
  return {
    ...(values?.length && { labels: { $type: 'com.atproto.label.defs#selfLabels', values } }),
    ...(tags?.length && { tags }),
    ...(embed && { embed }),
  };
}

/** A gate shares its post's record key. Without a gate everyone may reply; with a gate without rules, no one. */
function buildThreadGate({ did, settings, createdAt }: Draft, { rkey }: Write): Write[] {
  const { reply_gate: gate = 'everyone' } = settings;
  if (gate === 'everyone') return [];
  const $type = 'app.bsky.feed.threadgate';
  const allow = gate === 'nobody' ? [] : buildRules(gate);
  return [toWrite($type, rkey, { $type, post: uriOf(did, rkey), allow, createdAt: createdAt.toISOString() })];
}

function buildRules(rules: ReplyRules): JsonObject[] {
  const allowed = Object.entries(rules).filter(([, isAllowed]) => isAllowed);
  return allowed.map(([name]) => ({ $type: `app.bsky.feed.threadgate#${name}Rule` }));
}

function buildPostGate({ did, settings, createdAt }: Draft, { rkey }: Write): Write[] {
  if (!settings.disable_quotes) return [];
  const $type = 'app.bsky.feed.postgate';
  const embeddingRules = [{ $type: `${$type}#disableRule` }];
  const value = { $type, post: uriOf(did, rkey), embeddingRules, createdAt: createdAt.toISOString() };
  return [toWrite($type, rkey, value)];
}

function toWrite(collection: string, rkey: string, value: JsonObject): Write {
  return { $type: 'com.atproto.repo.applyWrites#create', collection, rkey, value };
}
