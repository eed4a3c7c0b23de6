/** Errors of fields by their code. An answer brings the sentence in English, so English needs none of its own. */
import type { DetailCode, DetailParams } from '@belfry/contract/details.ts';

/** A sentence for every code, which stands beside its field and does not name it. Another language needs all. */
export type DetailWords = { readonly [Code in DetailCode]: (params: DetailParams<Code>) => string };

export const details: Partial<DetailWords> = {};
