/**
 * LinkedIn's “little text”, in which the text of a post is sent. Safe for the browser.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format (2026-11-22)
 */
import { composeText } from '../../core/text.ts';

/** An unescaped one ends the text that readers see: https://github.com/ComposioHQ/composio/issues/2710 (2026-02-22). */
const reserved = /[\\|{}@[\]()<>#*_~]/g;

/** `@[Name](urn:li:organization:1)`, with the name and the URN. */
export const mention = /@\[([^[\]\n]{1,100})\]\((urn:li:(?:person|organization):[\w-]{1,64})\)/g;
/** At the beginning of a word. */
export const hashtag = /(?<![^\s([{"'“„«])[#＃](?=[\p{N}]{0,40}\p{L})[\p{L}\p{N}]{1,100}/gu;

/** What keeps its meaning. The text between such elements is plain. */
const element = new RegExp(`${mention.source}|${hashtag.source}`, 'gu');

const escapedReserved = /\\([\\|{}@[\]()<>#*_~])/g;
const hashtagTemplate = /\{hashtag\|\\?([#＃])\|([^{}|]{1,200})\}/g;

/** A post's text as LinkedIn wants it. Mentions and hashtags stay, everything else means itself. */
export function encodeLittle(text: string): string {
  let encoded = '';
  let from = 0;
  for (const match of text.matchAll(element)) {
    const [found, name, urn] = match;
    encoded += escapeReserved(text.slice(from, match.index));
    encoded += name === undefined ? found : `@[${escapeReserved(name)}](${urn})`;
    from = match.index + found.length;
  }
  return encoded + escapeReserved(text.slice(from));
}

/** Whether two texts in little text show the same. LinkedIn returns hashtags in another form than it gets them. */
export function isSameLittle(one: string, other: string): boolean {
  return reduce(one) === reduce(other);
}

/** Whether LinkedIn may have made one of the other: they have the same letters and digits. */
export function isLikeLittle(one: string, other: string): boolean {
  return lettersOf(one) === lettersOf(other);
}

function escapeReserved(text: string): string {
  return text.replace(reserved, '\\$&');
}

function reduce(little: string): string {
  const plain = little.replace(hashtagTemplate, '$1$2').replace(escapedReserved, '$1');
  return composeText(plain).replace(/\s+/g, '');
}

function lettersOf(little: string): string {
  return reduce(little)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}
