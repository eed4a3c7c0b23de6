/** The records of one write: a post, its thread and its gates. */
import type { JsonObject } from '../core/json.ts';
import { cidOf } from './cid.ts';
import { type Mentioned, toFacets } from './facets.ts';
import type { ReplyRules, Settings } from './settings.ts';

/** The reference to a post. */
export type Ref = { uri: string; cid: string };

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
  return [
    ...posts,
    ...posts.slice(0, 1).flatMap((root) => buildThreadGate(draft, root)),
    ...posts.flatMap((post) => buildPostGate(draft, post)),
  ];
}

export function uriOf(did: string, rkey: string): string {
  return `at://${did}/${postType}/${rkey}`;
}

function buildPosts(draft: Draft): Write[] {
  const refs: JsonObject[] = [];
  return draft.rkeys.map((rkey, index) => {
    const [root, parent] = [refs[0], refs.at(-1)];
    const value = { ...buildPost(draft, index), ...(root && parent && { reply: { root, parent } }) };
    refs.push({ uri: uriOf(draft.did, rkey), cid: cidOf(value) });
    return toWrite(postType, rkey, value);
  });
}

function buildPost({ texts, dids, settings, embed, createdAt }: Draft, index: number): JsonObject {
  const text = texts[index] ?? '';
  const facets = toFacets(text, dids);
  // Posts of one thread with the same time are missing from the profile: bluesky-social/atproto#3027 (2026-11-21).
  const at = new Date(createdAt.getTime() + index);
  const { labels, tags } = settings;
  const values = labels?.map((val) => ({ val }));
  const ofFirst = {
    ...(values?.length && { labels: { $type: 'com.atproto.label.defs#selfLabels', values } }),
    ...(tags?.length && { tags }),
    ...(embed && { embed }),
  };
  return {
    $type: postType,
    text,
    ...(facets.length > 0 && { facets }),
    ...(settings.langs?.length && { langs: settings.langs }),
    ...(index === 0 && ofFirst),
    createdAt: at.toISOString(),
  };
}

/** Without a gate everyone may reply; with a gate without rules, no one. */
function buildThreadGate(draft: Draft, root: Write): Write[] {
  const { reply_gate: gate = 'everyone' } = draft.settings;
  if (gate === 'everyone') return [];
  const allow = gate === 'nobody' ? [] : buildRules(gate);
  return [toGate('app.bsky.feed.threadgate', { allow }, draft, root)];
}

function buildRules(rules: ReplyRules): JsonObject[] {
  const allowed = Object.entries(rules).filter(([, isAllowed]) => isAllowed);
  return allowed.map(([name]) => ({ $type: `app.bsky.feed.threadgate#${name}Rule` }));
}

function buildPostGate(draft: Draft, post: Write): Write[] {
  if (!draft.settings.disable_quotes) return [];
  const embeddingRules = [{ $type: 'app.bsky.feed.postgate#disableRule' }];
  return [toGate('app.bsky.feed.postgate', { embeddingRules }, draft, post)];
}

/** A gate shares its post's record key. */
function toGate($type: string, rules: JsonObject, { did, createdAt }: Draft, { rkey }: Write): Write {
  const value = { $type, post: uriOf(did, rkey), ...rules, createdAt: createdAt.toISOString() };
  return toWrite($type, rkey, value);
}

function toWrite(collection: string, rkey: string, value: JsonObject): Write {
  return { $type: 'com.atproto.repo.applyWrites#create', collection, rkey, value };
}
