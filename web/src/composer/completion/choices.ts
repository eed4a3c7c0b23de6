/** What completes a word: mentions and tags that the workspace used at these networks before, and emoji by name. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { type DataOf, queries, reading } from '../../data/client.ts';
import { useRested } from '../../data/rested.ts';
import { useWords } from '../../words/words.ts';
import { findEmoji, loadEmoji } from '../emoji/emoji.ts';
import { fold, type Word } from './word.ts';

export interface Choice {
  /** What is written in place of the word. */
  text: string;
  /** Of an emoji. */
  name: string | undefined;
  /** Networks where the workspace used it. */
  platforms: readonly string[];
}

const MOST = 8;
/** Milliseconds without a key after which the service is asked. */
const REST = 120;

type Suggestions = DataOf<'listSuggestions'>;

/** Undefined: the first answer has not arrived. */
export function useChoices(word: Word, platforms: readonly string[]): readonly Choice[] | undefined {
  const emoji = useEmoji(word);
  const used = useUsed(word, platforms);
  return word.kind === 'emoji' ? emoji : used;
}

function useEmoji({ kind, query }: Word): readonly Choice[] | undefined {
  const { language } = useWords();
  const { data } = useQuery({
    queryKey: ['emoji', language],
    queryFn: () => loadEmoji(language),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    enabled: kind === 'emoji',
  });
  if (data === undefined || kind !== 'emoji') return undefined;
  return findEmoji(data, query, MOST).map(({ emoji, name }) => ({ text: emoji, name, platforms: [] }));
}

function useUsed({ kind, query }: Word, platforms: readonly string[]): readonly Choice[] | undefined {
  const rested = useRested(query, REST);
  const asked =
    kind === 'emoji' ? [] : [...new Set(platforms)].map((platform) => ({ platform, kind, q: rested }));
  const answers = useQueries({
    queries: asked.map((one) => ({
      ...reading('listSuggestions', { query: one }),
      placeholderData: () => findShorter(one),
    })),
  });
  if (answers.length > 0 && answers.every(({ isPending }) => isPending)) return undefined;
  return joinUsed(
    answers.map(({ data }, at) => ({ platform: asked[at]?.platform ?? '', found: data ?? [] })),
    query,
  );
}

interface Asked {
  platform: string;
  kind: 'mention' | 'tag';
  q: string;
}

/** Until an answer arrives, the matches in the answer to a shorter query are shown. */
function findShorter({ q, ...one }: Asked): Suggestions | undefined {
  for (let length = q.length - 1; length >= 0; length -= 1) {
    const { queryKey } = reading('listSuggestions', { query: { ...one, q: q.slice(0, length) } });
    const known = queries.getQueryData<Suggestions>(queryKey);
    if (known !== undefined) return known;
  }
  return undefined;
}

/** The most used first, over all networks. */
export function joinUsed(
  answers: readonly { platform: string; found: Suggestions }[],
  query: string,
): readonly Choice[] {
  const wanted = fold(query);
  const joined = new Map<string, { text: string; uses: number; at: string; platforms: string[] }>();
  for (const { platform, found } of answers) {
    for (const { text, uses, used_at: at } of found) {
      const folded = fold(text.slice(1));
      if (!folded.startsWith(wanted)) continue;
      const known = joined.get(folded) ?? { text, uses: 0, at, platforms: [] };
      joined.set(folded, { ...known, uses: known.uses + uses, platforms: [...known.platforms, platform] });
    }
  }
  const rank = (text: string) => (fold(text.slice(1)) === wanted ? 1 : 0);
  return [...joined.values()]
    .toSorted((a, b) => rank(b.text) - rank(a.text) || b.uses - a.uses || b.at.localeCompare(a.at))
    .slice(0, MOST)
    .map(({ text, platforms }) => ({ text, name: undefined, platforms }));
}
