/**
 * Links, mentions and tags of a post. Bluesky links nothing by itself: each of them is a facet over a range of UTF-8
 * bytes. The rules are those of the official app, so that both link a text in the same way:
 * https://github.com/bluesky-social/atproto/blob/main/packages/api/src/rich-text/detection.ts (2026-11-21).
 */
import type { JsonObject } from '../core/json.ts';
import { countBytes, countGraphemes, endBefore } from '../core/text.ts';
import { topLevelDomains } from './top-level-domains.ts';

interface Span {
  kind: 'link' | 'mention' | 'tag';
  /** UTF-16 indices into the text; the end is exclusive. */
  start: number;
  end: number;
  /** Address, handle, or tag without its sign. */
  value: string;
}

const mention = /(?<=^|\s|\()@([a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+)/g;
const address = /(?<=^|\s|\()(?:https?:\/\/[^\s/]\S*|[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+(?:[/?#:]\S*)?)/gi;
const hashtag = /(?<=^|\s)[#＃](?!\ufe0f)([^\s\p{Cf}\p{Me}]+)/gu;
const cashtag = /(?<=^|\s|\()\$([a-z][a-z0-9]{0,4})(?=$|\s|[.,;:!?)"'’])/gi;

/** https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/richtext/facet.json (2026-11-28) */
const longestTag = 64;
const mostBytesInTag = 640;

/** What links nothing although it matches a pattern is undefined. */
type Found = { typed: string; value: string } | undefined;

const kinds: readonly [Span['kind'], pattern: RegExp, read: (whole: string, part: string) => Found][] = [
  ['mention', mention, (typed, handle) => ({ typed, value: handle.toLowerCase() })],
  ['link', address, readLink],
  ['tag', hashtag, readTag],
  ['tag', cashtag, (typed) => ({ typed, value: typed.toUpperCase() })],
];

/** Links, mentions and tags in the order of the text. */
export function findSpans(text: string): Span[] {
  const spans = kinds.flatMap(([kind, pattern, read]) =>
    [...text.matchAll(pattern)].flatMap(({ 0: whole, 1: part = '', index: start }): Span[] => {
      const found = read(whole, part);
      return found ? [{ kind, start, end: start + found.typed.length, value: found.value }] : [];
    }),
  );
  return spans.sort((a, b) => a.start - b.start);
}

/** The accounts' DIDs by handle; null for a handle without an account. */
export type Mentioned = Record<string, string | null>;

/** The facets of a text in a record's form. A handle without an account stays text. */
export function toFacets(text: string, dids: Mentioned): JsonObject[] {
  let [start, byteStart] = [0, 0];
  return findSpans(text).flatMap((span) => {
    const feature = toFeature(span, dids);
    byteStart += countBytes(text.slice(start, span.start));
    start = span.start;
    const byteEnd = byteStart + countBytes(text.slice(start, span.end));
    return feature === null ? [] : [{ index: { byteStart, byteEnd }, features: [feature] }];
  });
}

function toFeature({ kind, value }: Span, dids: Mentioned): JsonObject | null {
  const $type = `app.bsky.richtext.facet#${kind}`;
  if (kind === 'link') return { $type, uri: value };
  if (kind === 'tag') return { $type, tag: value };
  const did = dids[value] ?? null;
  return did === null ? null : { $type, did };
}

function readLink(found: string): Found {
  const typed = trimAddress(found);
  const value = /^https?:\/\//i.test(typed) ? typed : completeAddress(typed);
  return value !== null && URL.canParse(value) ? { typed, value } : undefined;
}

/** The full stop after an address and the bracket around it are not part of it. */
function trimAddress(found: string): string {
  const tail = found.includes('(') ? /[.,;:!?]/ : /[.,;:!?)]/;
  return found.slice(0, endBefore(found, tail));
}

function completeAddress(typed: string): string | null {
  const [host = ''] = typed.split(/[/?#:]/);
  const end = host.slice(host.lastIndexOf('.') + 1);
  return topLevelDomains.has(end) ? `https://${typed}` : null;
}

function readTag(_: string, word: string): Found {
  const value = word.slice(0, endBefore(word, /\p{P}/u));
  return /[^\d\p{P}]/u.test(value) && isShort(value) ? { typed: `#${value}`, value } : undefined;
}

/** Counting is slow, and a tag that is short in UTF-16 units needs none: it has no more graphemes than units. */
function isShort(tag: string): boolean {
  if (tag.length <= longestTag) return true;
  return countBytes(tag) <= mostBytesInTag && countGraphemes(tag) <= longestTag;
}
