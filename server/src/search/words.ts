/** The one place that says which words a text has for searches, and which texts count as the same. */

/** Characters of a word. The rest of a longer word is ignored, in texts and in searches. */
const MAX_LENGTH = 40;
/**
 * Characters of a folded text. Other letters stay one or become two, but Unicode takes one ligature apart into eighteen: all
 * 10,000 characters of a text could become 180,000, and one step would read them.
 */
const MAX_FOLDED = 40_000;
/** Different words of a post. */
const MAX_WORDS = 5000;

/** Letters that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
};
const letters = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
/** Accents, but not the two marks that make other letters of Japanese ones. */
const accents = /(?![\u3099\u309a])(?=\p{Script=Inherited})\p{M}/gu;

/**
 * Texts with the same result count as the same: without capitals and accents. In code, since the database's `lower`
 * depends on its locale.
 */
export function foldText(text: string): string {
  return text
    .toWellFormed()
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(letters, (letter) => LETTERS[letter] ?? letter);
}

const word = /[\p{L}\p{N}\p{M}]+/gu;
const spacelessScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const spaceless = spacelessScripts.map((script) => `\\p{scx=${script}}`).join('');
/** Parts of a word, each of scripts with or without spaces between words. */
const part = new RegExp(`[${spaceless}]+|[^${spaceless}]+`, 'gu');
const isSpaceless = new RegExp(`^[${spaceless}]`, 'u');

function splitText(text: string): string[] {
  const folded = foldText(text).slice(0, MAX_FOLDED);
  return (folded.match(word) ?? []).flatMap((found) => found.match(part) ?? []);
}

/**
 * The words of these texts that the index has. Scripts without spaces count as words of two characters each, and their
 * last character also as a word, so that each character begins one. A step reads one text.
 */
export function* walkWords(texts: Iterable<string>): Generator<void, Set<string>> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const found of splitText(text)) {
      for (const one of isSpaceless.test(found) ? pairsOf(found, true) : [cut(found)]) {
        if (words.size >= MAX_WORDS) return words;
        words.add(one);
      }
    }
    yield;
  }
  return words;
}

/** One word of a search. A text has it if it has all `words`, and a word that begins with `prefix`. */
export interface Term {
  words: readonly string[];
  prefix: string | undefined;
}

/** The words of a search, in order. The last may be the beginning of a word. */
export function readTerms(query: string): Term[] {
  const found = splitText(query);
  return found.map((one, at) => {
    if (isSpaceless.test(one)) {
      const pairs = pairsOf(one, false);
      return pairs.length === 0 ? { words: [], prefix: one } : { words: pairs, prefix: undefined };
    }
    return at === found.length - 1
      ? { words: [], prefix: cut(one) }
      : { words: [cut(one)], prefix: undefined };
  });
}

/** Whether a short text, such as a name, has the word. `own`: all its words. */
export function hasTerm(own: ReadonlySet<string>, { words, prefix }: Term): boolean {
  return (
    words.every((each) => own.has(each)) &&
    (prefix === undefined || [...own].some((each) => each.startsWith(prefix)))
  );
}

function pairsOf(run: string, withLast: boolean): string[] {
  const characters = [...run];
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  return withLast ? [...pairs, characters.at(-1) ?? ''] : pairs;
}

function cut(found: string): string {
  return found.length <= MAX_LENGTH ? found : [...found].slice(0, MAX_LENGTH).join('');
}
