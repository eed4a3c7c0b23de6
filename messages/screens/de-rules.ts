/** The words of networks' rules and settings in German. */
import { advice, anyAdvice } from './de/advice.ts';
import { hints } from './de/hints.ts';
import { formats, options, titles } from './de/settings.ts';
import { anyViolation, hintOf, violations } from './de/violations.ts';
import { describeWrongSetting } from './de/wrong-settings.ts';
import { own } from './own.ts';
import type { RuleWords } from './rule-words.ts';

export const ruleWords: RuleWords = {
  violation: (network, violation) => {
    const violated = { ...violation, network, params: { ...violation.params } };
    const say = own(violations, violation.rule) ?? anyViolation;
    return describeWrongSetting(violated) ?? say(violated) + hintOf(violated);
  },
  advice: (network, found) =>
    (own(advice, found.rule) ?? anyAdvice)({ ...found, network, params: { ...found.params } }),
  title: (code) => own(titles, code),
  option: (code, value) => own(own(options, code) ?? {}, String(value)),
  hint: (description) => own(hints, description),
  format: (name) => own(formats, name),
};
