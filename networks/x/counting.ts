/**
 * How X counts characters, by the third configuration of twitter-text: https://docs.x.com/fundamentals/counting-characters
 * (2026-11-22). Linear, and safe for the browser.
 */
import { type Counting, composeText, countEachTime } from '../core/text.ts';
import { findLinks } from './links.ts';

/** Characters that count as one. Every other one counts as two. */
const light = /[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/;

/**
 * Emoji of several characters, which count as two together. A look at the next characters stands before each long list
 * of sequences: in a process with much code, V8 no longer optimizes regular expressions, and then compares a place with every
 * sequence of a list. What the third and fourth line name is in twitter-text, but not among the sequences that Unicode
 * recommends. Not confirmed: twitter-text knows only emoji to 2018, and counts the parts of a newer sequence one
 * by one. X’s page says that every emoji counts as two.
 */
const emoji = new RegExp(
  String.raw`(?=\p{Emoji}[\ufe0f🏻-🏿]?\u200d\p{Emoji})\p{RGI_Emoji_ZWJ_Sequence}|` +
    String.raw`[#*0-9]\ufe0f?\u20e3|[\p{Emoji_Modifier_Base}--👪][🏻-🏿]|` +
    String.raw`👁\u200d🗨|[☝⛹✌✍🏋🏌🕴🕵🖐]\ufe0f[🏻-🏿]|` +
    '[[⌚⌛◽◾☔☕♈-♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛔⛪⛲⛳⛵⛺⛽❗⬛⬜⭐⭕🀄🈚🈯]' +
    String.raw`[\p{Emoji}--\p{Emoji_Presentation}--[#*0-9]]]\ufe0f|` +
    String.raw`(?=[🇦-🇿]{2})\p{RGI_Emoji_Flag_Sequence}|\p{RGI_Emoji_Tag_Sequence}`,
  'gv',
);

/** The length of a text in which every link counts as `linkLength`. */
export function countWeighted(text: string, linkLength: number, counting: Counting = countEachTime): number {
  return counting(countWithoutLinks, text) + counting(countLinks, text) * linkLength;
}

export function countLinks(text: string): number {
  return findLinks(composeText(text)).length;
}

function countWithoutLinks(text: string): number {
  const composed = composeText(text);
  let [length, at] = [0, 0];
  for (const { start, end } of [...findLinks(composed), { start: composed.length, end: composed.length }]) {
    length += weigh(composed.slice(at, start));
    at = end;
  }
  return length;
}

function weigh(text: string): number {
  let length = 0;
  // Each half of a pair counts as its replacement does, and the search for emoji takes much longer on halves.
  const rest = text.toWellFormed().replace(emoji, () => {
    length += 2;
    return '';
  });
  for (const letter of rest) length += light.test(letter) ? 1 : 2;
  return length;
}
