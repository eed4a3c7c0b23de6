/** The mentions and tags of a post, as its networks see them. */
import type { SuggestionKind } from '@belfry/contract/suggestions.ts';
import { textField } from '@belfry/networks/core/json.ts';
import { type PreviewStyle, splitWords } from '@belfry/networks/core/preview.ts';
import { threadOf } from '@belfry/networks/core/thread.ts';
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
export function listSpoken(post: TextsRow): { marks: string[]; added: Spoken[] } {
  const before = new Set(post.spoken);
  if (post.is_draft) return { marks: [...before], added: [] };
  const had = new Set(post.spoken.map(withoutChannel));
  const found = new Map<string, Spoken>();
  for (const one of walkWords(post)) {
    if (found.size >= MAX_SPOKEN) break;
    found.set(markOf(one), { ...one, is_new: !had.has(withoutChannel(markOf(one))) });
  }
  const added = [...found].flatMap(([mark, one]) => (before.has(mark) ? [] : [one]));
  return { marks: [...found.keys()], added };
}

function* walkWords(post: TextsRow): Generator<Omit<Spoken, 'is_new'>> {
  for (const { platform, channel_id, content, settings } of post.targets) {
    const comment = textField(settings, 'first_comment') ?? '';
    for (const part of [content ?? post.content, ...threadOf(settings), comment]) {
      for (const word of findSpoken(part, platform)) {
        yield { ...word, platform, channel_id, used_at: post.updated_at };
      }
    }
  }
}

const styles: Readonly<Record<string, PreviewStyle>> = previewStyles;
const kinds: Readonly<Record<string, SuggestionKind>> = { hashtag: 'tag', mention: 'mention' };

function findSpoken(part: string, platform: string): Pick<Spoken, 'kind' | 'text' | 'folded'>[] {
  return splitWords(part, styles[platform] ?? {}).flatMap(({ text: run, as }) => {
    const kind = kinds[as];
    const text = cleanOf(run);
    if (kind === undefined || text.length < 2 || text.length > MAX_LENGTH) return [];
    return [{ kind, text, folded: foldText(text.slice(1)) }];
  });
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
