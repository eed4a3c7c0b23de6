/** How Mastodon counts characters. Pure, and safe for the browser. */
import { type Counting, countEachTime, countGraphemes, endBefore } from '../core/text.ts';

/**
 * Links with a protocol, by the rules of Mastodon's validator: not directly after a word, and without the punctuation
 * that follows.
 * https://github.com/mastodon/mastodon/blob/main/app/validators/status_length_validator.rb (2026-11-21)
 */
const link =
  /(?<![\p{L}\p{N}@$#＃＠])https?:\/\/(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}(?::\d+)?(?:[/?#][^\s<>]*)?/giu;
const punctuation = /[.,:;!?*"'”’»\]}~&|$%]/u;
/** `@user@server`, of which only `@user` is counted. */
const mention = /(?<![\p{L}\p{N}/])@(\w(?:[\w.-]*\w)?)@[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu;

/** Graphemes. Every link counts as `linkLength`, every mention without its server. */
export function countShortened(text: string, linkLength: number, counting: Counting = countEachTime): number {
  return counting(countLinksAsOne, text) + counting(countLinks, text) * (linkLength - 1);
}

function countLinks(text: string): number {
  return shorten(text).links;
}

function countLinksAsOne(text: string): number {
  return countGraphemes(shorten(text).rest);
}

/** Replaces each link by one letter and removes the servers of mentions; also counts the links that remain. */
function shorten(text: string): { rest: string; links: number } {
  const places: number[] = [];
  let shift = 0;
  const linked = text.replace(link, (found: string, at: number) => {
    const short = `x${found.slice(endOfLink(found))}`;
    places.push(at - shift);
    shift += found.length - short.length;
    return short;
  });
  // The server of a mention may overlap a link, as in "@bob@a.example.https://b.example". Mastodon drops both.
  const remaining = new Set(places);
  const rest = linked.replace(mention, (found: string, name: string, at: number) => {
    for (let place = at + 1 + name.length; place < at + found.length; place += 1) remaining.delete(place);
    return `@${name}`;
  });
  return { rest, links: remaining.size };
}

/** The text with each mention in its displayed form: without the server. */
export function shortenMentions(text: string): string {
  return text.replace(mention, '@$1');
}

/** A closing bracket belongs to the link only if the link contains the opening one. */
function endOfLink(found: string): number {
  const opened = countOf('(', found);
  let closed = countOf(')', found);
  for (let end = endBefore(found, punctuation); ; end = endBefore(found, punctuation, end - 1)) {
    if (found[end - 1] !== ')' || opened >= closed) return end;
    closed -= 1;
  }
}

function countOf(letter: string, text: string): number {
  return text.split(letter).length - 1;
}
