/** Words of networks' rules and settings. Only places where people write posts load them. */
import type { RuleWords, ViolationFacts } from '@belfry/messages/screens/rule-words.ts';
import { createParts, useParts } from '../data/parts.ts';
import { type Language, useFirstWords } from './words.ts';

const load: Record<Language, () => Promise<{ ruleWords: RuleWords }>> = {
  en: () => import('@belfry/messages/screens/en-rules.ts'),
  de: () => import('@belfry/messages/screens/de-rules.ts'),
};

export async function loadRuleWords(language: Language): Promise<RuleWords> {
  const { ruleWords } = await load[language]();
  return ruleWords;
}

const parts = createParts((language) => loadRuleWords(language as Language));

/** Undefined until they have arrived: the sentences of the rules and the titles of the schemas stand meanwhile. */
export function useRuleWords(): RuleWords | undefined {
  const { language } = useFirstWords();
  return useParts(parts, [language]).get(language);
}

/** `message`: a whole sentence in English, as the service sends it. */
export function describeViolation(
  words: RuleWords | undefined,
  network: string,
  violation: ViolationFacts & { message: string },
): string {
  const { message } = violation;
  return words?.violation(network, violation, message) ?? message;
}
