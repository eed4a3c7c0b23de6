/**
 * How X counts characters, by the third configuration of twitter-text: https://docs.x.com/fundamentals/counting-characters
 * (2026-11-22). Linear, and safe for the browser.
 */
import { type Counting, composeText, countEachTime } from '../core/text.ts';
import { findLinks } from './links.ts';

/** Characters that count as one. Every other one counts as two. */
const light = /[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/;

/**
 * Emoji of several characters, which count as two together. The first line is what may follow the first character: without
 * it, every other emoji would be compared with each sequence. The next two lines are in twitter-text, but not among the
 * sequences that Unicode recommends. Not confirmed: twitter-text knows only emoji to 2018, and counts the parts of a newer
 * sequence one by one. X’s page says that every emoji counts as two.
 */
const emoji = new RegExp(
  String.raw`(?=.[\u200d\u20e3\ufe0f🏻-🏿🇦-🇿\u{e0020}-\u{e007f}])(?:` +
    String.raw`[#*0-9]\ufe0f?\u20e3|👁\u200d🗨|[☝⛹✌✍🏋🏌🕴🕵🖐]\ufe0f[🏻-🏿]|` +
    String.raw`[⌚⌛◽◾☔☕♈-♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛔⛪⛲⛳⛵⛺⛽❗⬛⬜⭐⭕🀄🈂🈚🈯]\ufe0f|\p{RGI_Emoji})`,
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
