/** How Mastodon counts. Pure, and safe for the browser. */
import { countGraphemes } from '../core/text.ts';

/**
 * Links with a protocol, as Mastodon's validator finds them: not glued to a word before, and without the
 * punctuation that follows.
 * https://github.com/mastodon/mastodon/blob/main/app/validators/status_length_validator.rb (2026-11-21)
 */
const link =
  /(?<![\p{L}\p{N}@$#＃＠])https?:\/\/(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}(?::\d+)?(?:[/?#][^\s<>]*)?/giu;
const punctuationAfter = /[.,:;!?*"'”’»\]}~&|$%]+$/u;
/** `@user@server`, of which only `@user` counts. */
const mention = /(?<![\p{L}\p{N}/])@(\w+(?:[\w.-]*\w)?)@[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu;

/** Graphemes, with every link counting as `linkLength` and every mention without its server. */
export function countShortened(text: string, linkLength: number): number {
  const placeholder = 'x'.repeat(linkLength);
  const shortened = text.replace(link, (found) => placeholder + found.slice(endOfLink(found)));
  return countGraphemes(shortenMentions(shortened));
}

/** A mention as a status shows it: without its server. */
export function shortenMentions(text: string): string {
  return text.replace(mention, '@$1');
}

/** A closing bracket belongs to the link only when it was opened in it. */
function endOfLink(found: string): number {
  const rest = found.replace(punctuationAfter, '');
  const isUnbalanced = rest.endsWith(')') && rest.split('(').length < rest.split(')').length;
  return isUnbalanced ? endOfLink(rest.slice(0, -1)) : rest.length;
}
