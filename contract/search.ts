/** The search for posts by words. */
import { filter, Text } from './shapes.ts';
import { Type } from './type.ts';

/** Words of a search. */
export const MAX_SEARCHED_WORDS = 10;

export const Search = filter({
  ...Text({ maxLength: 100 }),
  description: `Only posts that have every one of these words, at most ${MAX_SEARCHED_WORDS}: in their text, a target’s own text, thread or first comment, the name of their author, or one of their labels. The last word may be the beginning of one. Capitals and accents make no difference. Of Chinese, Japanese, Thai, Lao, Khmer and Burmese, any part is found.`,
});

export const Truncated = {
  ...Type.Boolean(),
  description:
    'True: posts that match `q` may be missing. Many posts were changed in the last seconds, or Belfry was just updated, and some are not yet indexed. Or a word occurs in the names of more than 200 people.',
};
