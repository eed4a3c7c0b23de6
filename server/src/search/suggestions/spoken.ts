/** The mentions and tags of a post, as its networks see them. */
import type { SuggestionKind } from '@belfry/contract/suggestions.ts';
import { type PreviewStyle, splitWords } from '@belfry/networks/core/preview.ts';
import { previewStyles } from '@belfry/networks/previews.ts';
import type { TextsRow } from '../store.ts';
import { foldText } from '../words.ts';

/** A mention or tag that a post did not have before, on one channel. */
export interface Spoken {
  kind: SuggestionKind;
  platform: string;
  channel_id: number;
  folded: string;
  text: string;
  used_at: string;
  /** False if the post had it already, on another channel of the network. */
  is_new: boolean;
}

/** Of one post. Further ones are ignored. */
const MAX_SPOKEN = 500;
/** Characters. */
const MAX_LENGTH = 200;

/**
 * `marks` is kept with the post, so that each post counts once. Drafts have none: they are saved while people write, in the
 * middle of a word.
 */
export function* walkSpoken(post: TextsRow): Generator<void, { marks: string[]; added: Spoken[] }> {
  const before = new Set(post.spoken);
  if (post.is_draft) return { marks: [...before], added: [] };
  const had = new Set(post.spoken.map(withoutChannel));
  const found = new Map<string, Spoken>();
  for (const words of walkTexts(post)) {
    for (const one of words) {
      if (found.size >= MAX_SPOKEN) break;
      found.set(markOf(one), { ...one, is_new: !had.has(withoutChannel(markOf(one))) });
    }
    if (found.size >= MAX_SPOKEN) break;
    yield;
  }
  const added = [...found].flatMap(([mark, one]) => (before.has(mark) ? [] : [one]));
  return { marks: [...found.keys()], added };
}

/** What each text says on each of its channels. */
function* walkTexts({ texts, updated_at }: TextsRow): Generator<Omit<Spoken, 'is_new'>[]> {
  for (const { text, channels } of texts) {
    for (const [platform, those] of Map.groupBy(channels, (channel) => channel.platform)) {
      const words = findSpoken(text, platform);
      for (const { channel_id } of those) {
        yield words.map((word) => ({ ...word, platform, channel_id, used_at: updated_at }));
      }
    }
  }
}

const styles: Readonly<Record<string, PreviewStyle>> = previewStyles;
const kinds: Readonly<Record<string, SuggestionKind>> = { hashtag: 'tag', mention: 'mention' };

type Word = Pick<Spoken, 'kind' | 'text' | 'folded'>;

/** Each once, as it is written last. */
function findSpoken(text: string, platform: string): Word[] {
  const found = new Map<string, Word>();
  for (const { text: run, as } of splitWords(text, styles[platform] ?? {})) {
    const kind = kinds[as];
    if (kind === undefined || run.length > MAX_LENGTH) continue;
    const word = cleanOf(run);
    if (word.length < 2) continue;
    const folded = foldText(word.slice(1));
    found.set(`${kind} ${folded}`, { kind, text: word, folded });
  }
  return [...found.values()];
}

/** Without the full stop of a sentence that ends with it. */
function cleanOf(run: string): string {
  return run.replace(/[.@-]+$/u, '');
}

function markOf({ kind, platform, folded, channel_id }: Omit<Spoken, 'is_new'>): string {
  return `${kind} ${platform} ${folded} ${channel_id}`;
}

function withoutChannel(mark: string): string {
  return mark.slice(0, mark.lastIndexOf(' '));
}
