/** Links, hashtags and mentions in a text, for limits of their number. Linear; safe for the browser. */

/** A shorter rule than any network's own, and never one that finds fewer. */
export const link = /(?<![\p{L}\p{N}@])https?:\/\/[^\s<>"]/giu;
export const hashtag = /(?<![\p{L}\p{N}_&/])[#＃](?=[\p{N}_]{0,40}\p{L})/gu;
export const mention = /(?<![\p{L}\p{N}_/])[@＠][\p{L}\p{N}_]/gu;

export function countLinks(text: string): number {
  return countMatches(text, link);
}

export function countHashtags(text: string): number {
  return countMatches(text, hashtag);
}

export function countMentions(text: string): number {
  return countMatches(text, mention);
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}
