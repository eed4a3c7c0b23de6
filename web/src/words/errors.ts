/**
 * What the service refused, in the person's language. The service's own sentences are in English and say more than a code
 * does, so that they stand where the language has no words for the code.
 */
import type { Detail } from '@belfry/contract/details.ts';
import type { ApiError } from '@belfry/sdk/client.ts';
import type { FirstWords } from './words.ts';

type Known = Pick<FirstWords, 'errors' | 'details' | 'fields' | 'language'>;
type Refusal = Pick<ApiError, 'code' | 'message'> &
  Partial<Pick<ApiError, 'errors'>> & { details?: object | undefined };

/** About the request as a whole. Undefined: neither the answer nor the language has a sentence. */
export function describeError(words: Known, error: Refusal | undefined, code = ''): string | undefined {
  const stated = error?.message;
  const [first] = detailsOf(error);
  const inField = first && describeDetail(words, first);
  if (inField !== undefined) return join(nameOf(words, first?.field ?? ''), inField);
  // English has words for errors that come without an answer, or whose sentence is for programs.
  if (words.language === 'en' && error?.code !== 'not_found') return stated ?? describeCode(words, code);
  return describeCode(words, error?.code ?? code, error) ?? stated;
}

/** About one field, by its path. Undefined: nothing is wrong with it. */
export function describeFieldError(words: Known, error: Refusal, field: string): string | undefined {
  const stated = error.errors?.[field]?.[0];
  if (stated === undefined) return undefined;
  const detail = detailsOf(error).find((one) => one.field === field);
  if (detail !== undefined) return describeDetail(words, detail) ?? stated;
  if (words.language === 'en') return stated;
  return describeCode(words, error.code, error) ?? stated;
}

function describeCode({ errors }: Known, code: string, error?: Refusal): string | undefined {
  const { details } = error ?? {};
  return errors[code as keyof typeof errors]?.(Array.isArray(details) ? {} : { ...details });
}

function detailsOf(error: Refusal | undefined): readonly Detail[] {
  return error?.code === 'invalid' && Array.isArray(error.details) ? error.details : [];
}

function describeDetail({ details }: Known, { code, params }: Detail): string | undefined {
  const say = details[code as keyof typeof details] as ((params: object) => string) | undefined;
  return say?.(params);
}

/** The last word of the path that has a name: `targets.0.content` → `Text`. */
function nameOf({ fields }: Known, path: string): string | undefined {
  const word = path.split('.').findLast((one) => Object.hasOwn(fields, one));
  return word === undefined ? undefined : fields[word]?.();
}

const join = (name: string | undefined, sentence: string) =>
  name === undefined ? sentence : `${name}: ${sentence}`;
