/** English has the sentences of the rules and the titles of the schemas themselves. */
import { hints, options } from './en/settings.ts';
import { own } from './own.ts';
import type { RuleWords } from './rule-words.ts';

const none = () => undefined;

export const ruleWords: RuleWords = {
  violation: none,
  advice: none,
  title: none,
  option: (code, value) => own(own(options, code) ?? {}, String(value)),
  hint: (description) => own(hints, description),
  format: none,
};
