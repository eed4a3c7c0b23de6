/**
 * Errors of fields by their code. An answer brings the sentence in English, so English needs only those whose field has
 * another name in the API than on the screen, or which name things by their ids.
 */
import type { DetailCode, DetailParams } from '@belfry/contract/details.ts';
import { formatters } from '../../locale.ts';

const { plural } = formatters('en-GB');

/** A sentence for every code, which stands beside its field and does not name it. Another language needs all. */
export type DetailWords = { readonly [Code in DetailCode]: (params: DetailParams<Code>) => string };

export const details: Partial<DetailWords> = {
  unknown_channel: () => 'A channel was removed, or you may not use it.',
  too_many_words: ({ limit }) =>
    `The search takes at most ${plural(limit, { one: '1 word', other: `${limit} words` })}.`,
};
