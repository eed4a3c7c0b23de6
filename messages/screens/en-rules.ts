/** English has the sentences of the rules and the titles of the schemas themselves. */
import { formatters } from '../locale.ts';
import { hints, options } from './en/settings.ts';
import { own } from './own.ts';
import type { RuleWords } from './rule-words.ts';

const none = () => undefined;
const { number } = formatters('en-GB');

export const ruleWords: RuleWords = {
  // Its numbers as the counters show them.
  violation: (_network, { measured, limit }, sentence) =>
    sentence?.replaceAll(/\b\d{4,}\b/g, (digits) =>
      [measured, limit].flat().map(String).includes(digits) ? number(Number(digits)) : digits,
    ),
  advice: none,
  title: none,
  option: (code, value) => own(own(options, code) ?? {}, String(value)),
  hint: (description) => own(hints, description),
  format: none,
};
