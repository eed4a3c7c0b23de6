/** Networks whose names of languages differ from BCP 47. Safe for the browser. */
import { nameLanguages } from './captions.ts';
import type { Advice, Version } from './limits.ts';

/** The network's name of a language. Undefined: it has none. */
export type CodeOf = (language: string) => string | undefined;

interface Coded<T> {
  /** With the network's names, each of which is there once. */
  coded: (T & { code: string })[];
  /** Those that have no name, or one of an earlier language. */
  left: T[];
}

export function withCodes<T extends { language: string }>(
  captions: readonly T[] | undefined,
  codeOf: CodeOf,
): Coded<T> {
  const { coded, left }: Coded<T> = { coded: [], left: [] };
  for (const each of captions ?? []) {
    const code = codeOf(each.language);
    if (code === undefined || coded.some((other) => other.code === code)) left.push(each);
    else coded.push({ ...each, code });
  }
  return { coded, left };
}

/** Says which captions are left out because of their language. */
export function adviseCodes(network: string, { media }: Pick<Version, 'media'>, codeOf: CodeOf): Advice[] {
  return media.flatMap(({ captions }, index) => {
    const languages = withCodes(captions, codeOf).left.map(({ language }) => language);
    if (languages.length === 0) return [];
    const message = `${network} does not know every language, or every form of it, for captions. Those in ${nameLanguages(languages)} are left out.`;
    return [{ field: `media_ids.${index}`, rule: 'captions.language', message, params: { languages } }];
  });
}
