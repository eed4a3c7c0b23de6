/** Finds the word at the caret that can be completed: `@ada`, `#fair`, `:smi`. Pure. */

export type Completed = 'mention' | 'tag' | 'emoji';

export interface Word {
  kind: Completed;
  /** Where its sign stands in the text. */
  from: number;
  /** Where the caret stands. */
  to: number;
  /** Without its sign. */
  query: string;
}

const kinds: Readonly<Record<string, Completed>> = {
  '@': 'mention',
  '＠': 'mention',
  '#': 'tag',
  '＃': 'tag',
  ':': 'emoji',
};

/** A sign after something that is no word, so that `ada@tower.example` and `10:30` complete nothing. */
const BEFORE_CARET =
  /(?<![\p{L}\p{N}\p{M}_@#:/&])(?:[@＠](?<mention>[\p{L}\p{N}\p{M}_][\p{L}\p{N}\p{M}_.@-]*|)|[#＃](?<tag>[\p{L}\p{N}\p{M}_]*)|:(?<emoji>[+-]1|[\p{L}_][\p{L}\p{N}\p{M}_]+))$/u;

/** Longer words are not completed. */
const LONGEST = 80;

export function findWord(text: string, caret: number): Word | undefined {
  if (/^[\p{L}\p{N}\p{M}_]/u.test(text.slice(caret, caret + 2))) return undefined;
  const start = Math.max(0, caret - LONGEST);
  const match = BEFORE_CARET.exec(text.slice(start, caret));
  const kind = kinds[match?.[0].charAt(0) ?? ''];
  if (match === null || kind === undefined) return undefined;
  return { kind, from: start + match.index, to: caret, query: match[0].slice(1) };
}

/** Without capitals and accents: what people type finds `Müller` as `muller`. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
