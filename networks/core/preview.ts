/**
 * How a network shows a post before it is published: what of a text its readers see at first, which words become links,
 * and how files are laid out. Safe for the browser.
 */
import type { Limit, MediaFacts, Rules, Version } from './limits.ts';
import { listThreadFiles } from './thread.ts';
import { hashtag, link, mention } from './words.ts';

/** A network states only what differs from plain text below which all files are in a grid. */
export interface PreviewStyle {
  /** The network hides what follows behind a word such as "more": characters (UTF-16 units), and lines. */
  fold?: { characters?: Limit; lines?: Limit };
  /** What becomes a link. Default: addresses, hashtags and mentions. */
  words?: Partial<Record<WordKind, RegExp | false>>;
  layout?(media: readonly MediaFacts[], version: Version): Layout;
  /** The card of a page that readers see below the text. Default: none. */
  card?(version: Version): Card | undefined;
  /**
   * The page of an account, where people can look whether a post is there. A path: on the address of Belfry. Undefined: it
   * does not follow from the name.
   */
  profile?(username: string): string | undefined;
}

/** With a title, it has the words of the post's settings. Without one, those of the page. */
export interface Card {
  url: string;
  title?: string;
  description?: string;
}

export type WordKind = 'link' | 'hashtag' | 'mention';

/** Consecutive characters that look alike. */
export interface Run {
  text: string;
  as: WordKind | 'text';
}

/**
 * `grid`: next to each other; `carousel`: one at a time, to be swiped; `column`: one below the other. `ratio`: width
 * divided by height of what readers see; null: each file as it is.
 */
export interface Layout {
  as: 'none' | 'single' | 'grid' | 'carousel' | 'column';
  ratio: number | null;
}

/** One visible post of several, such as a part of a thread. */
export interface PartPreview {
  /** The path of its text in the target. */
  field: string;
  runs: Run[];
  /** The number of characters, in UTF-16 units, that are seen at first; null: all. */
  shown: number | null;
  layout: Layout;
}

const patterns: Record<WordKind, RegExp> = {
  link: new RegExp(`${link.source}[^\\s<>"]*`, link.flags),
  hashtag: new RegExp(`${hashtag.source}[\\p{L}\\p{N}_]+`, hashtag.flags),
  mention: new RegExp(`${mention.source}[\\p{L}\\p{N}_.@-]*`, mention.flags),
};

export function previewOf(rules: Rules, style: PreviewStyle, version: Version): PartPreview[] {
  const parts = rules.parts?.(version) ?? [{ field: 'content', text: version.text }];
  const filesOf = filesByPart(version);
  return parts.map(({ field, text }, index) => ({
    field,
    runs: splitWords(text, style),
    shown: foldOf(text, style),
    layout: layoutOf(style, index === 0 ? version : { ...version, media: filesOf.get(field) ?? [] }),
  }));
}

/** Those of a thread, by the path of the part's text. */
function filesByPart({ settings, files }: Version): ReadonlyMap<string, readonly MediaFacts[]> {
  const parts = listThreadFiles(settings).map((ids, at) => {
    const own = ids.flatMap((id) => files?.get(id) ?? []);
    return [`settings.thread.${at}`, own] as const;
  });
  return new Map(parts);
}

function layoutOf(style: PreviewStyle, version: Version): Layout {
  const { media } = version;
  if (style.layout !== undefined && media.length > 0) return style.layout(media, version);
  return { as: media.length === 0 ? 'none' : media.length === 1 ? 'single' : 'grid', ratio: null };
}

/** Earlier kinds win where two match, as in an address with a hashtag. */
export function splitWords(text: string, { words = {} }: PreviewStyle): Run[] {
  const found: { from: number; to: number; as: WordKind }[] = [];
  for (const as of ['link', 'mention', 'hashtag'] as const) {
    const pattern = words[as] ?? patterns[as];
    if (pattern === false) continue;
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      found.push({ from, to, as });
    }
  }
  found.sort((one, other) => one.from - other.from || other.to - one.to);
  const runs: Run[] = [];
  let at = 0;
  for (const { from, to, as } of found) {
    if (from < at) continue;
    if (from > at) runs.push({ text: text.slice(at, from), as: 'text' });
    runs.push({ text: text.slice(from, to), as });
    at = to;
  }
  if (at < text.length) runs.push({ text: text.slice(at), as: 'text' });
  return runs;
}

/** The card of the first link in the text, as networks show it that read the page themselves. */
export function cardOfText({ text }: Version): Card | undefined {
  const url = text.match(patterns.link)?.[0].replace(/[.,;:!?'")\]}]+$/, '');
  return url !== undefined && URL.canParse(url) ? { url } : undefined;
}

function foldOf(text: string, { fold }: PreviewStyle): number | null {
  if (fold === undefined) return null;
  let shown = fold.characters?.value ?? text.length;
  let line = -1;
  for (let count = 0; count < (fold.lines?.value ?? 0); count += 1) {
    line = text.indexOf('\n', line + 1);
    if (line === -1) break;
    if (count + 1 === fold.lines?.value) shown = Math.min(shown, line);
  }
  return shown < text.length ? shown : null;
}
