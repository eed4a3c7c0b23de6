/** Emoji by name, in the person's language. The lists are loaded at first use. */

import type { Language } from '../../words/words.ts';
import { fold } from '../completion/word.ts';

export interface Emoji {
  emoji: string;
  name: string;
  /** The name without capitals and accents, as `words` and `parts`. */
  folded: string;
  words: readonly string[];
  /** Of words such as `party_popper`. */
  parts: readonly string[];
}

export const groupNames = [
  'smileys',
  'people',
  'nature',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const;

/** In the order of {@link groupNames}. */
export type EmojiGroups = readonly (readonly Emoji[])[];

const load: Record<Language, () => Promise<{ default: string }>> = {
  en: () => import('./en.txt?raw'),
  de: () => import('./de.txt?raw'),
};

const loaded = new Map<Language, Promise<EmojiGroups>>();

export function loadEmoji(language: Language): Promise<EmojiGroups> {
  const found = loaded.get(language) ?? load[language]().then(({ default: text }) => readEmoji(text));
  // A list that did not arrive is asked for again.
  found.catch(() => loaded.delete(language));
  loaded.set(language, found);
  return found;
}

/** A line each: `🎉 party popper|tada birthday`. A blank line begins the next group. */
export function readEmoji(text: string): Emoji[][] {
  return text
    .trim()
    .split('\n\n')
    .map((group) => group.split('\n').map(readLine));
}

function readLine(line: string): Emoji {
  const space = line.indexOf(' ');
  const [name = '', further = ''] = line.slice(space + 1).split('|');
  const words = fold(`${name} ${further}`).split(/[^\p{L}\p{N}_+-]+/u);
  const parts = words.flatMap((word) => word.split('_'));
  return { emoji: line.slice(0, space), name, folded: fold(name), words, parts };
}

/** Each word of the query begins a word of the emoji. First those whose names begin with it. */
export function findEmoji(groups: EmojiGroups, query: string, most: number): Emoji[] {
  const asked = fold(query.replaceAll('_', ' ')).trim();
  const wanted = asked.split(/\s+/);
  const whole = fold(query);
  const rank = ({ words, folded }: Emoji) => {
    if (folded === asked) return 0;
    if (words.includes(whole)) return 1;
    return folded.startsWith(asked) ? 2 : 3;
  };
  const has = ({ parts }: Emoji) => wanted.every((word) => parts.some((one) => one.startsWith(word)));
  return groups
    .flat()
    .filter(has)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, most);
}
