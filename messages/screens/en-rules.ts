/** English has the sentences of the rules and the titles of the schemas themselves. */
import type { RuleWords } from './rule-words.ts';

const none = () => undefined;

export const ruleWords: RuleWords = {
  violation: none,
  advice: none,
  title: none,
  option: none,
  hint: none,
  format: none,
};
