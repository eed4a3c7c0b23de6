/** English has the sentences of the rules and the titles of the schemas themselves. */
import { formatters } from '../locale.ts';
import { hints, options } from './en/settings.ts';
import { describeWrongSetting } from './en/wrong-settings.ts';
import { own } from './own.ts';
import type { RuleWords, ViolationFacts } from './rule-words.ts';

const none = () => undefined;
const { number } = formatters('en-GB');

/** As the counters show them. */
function writeNumbers({ measured, limit }: ViolationFacts, sentence: string | undefined): string | undefined {
  return sentence?.replaceAll(/\b\d{4,}\b/g, (digits) =>
    [measured, limit].flat().map(String).includes(digits) ? number(Number(digits)) : digits,
  );
}

export const ruleWords: RuleWords = {
  violation: (network, violation, sentence) =>
    describeWrongSetting(network, violation) ?? writeNumbers(violation, sentence),
  advice: none,
  title: none,
  option: (code, value) => own(own(options, code) ?? {}, String(value)),
  hint: (description) => own(hints, description),
  format: none,
};
