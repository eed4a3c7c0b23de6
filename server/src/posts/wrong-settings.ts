/** Settings that do not match the schema of their network: the facts for a client's own sentence, and ours. */
import type { Detail } from '@belfry/contract/details.ts';
import { describeWrongSetting } from '@belfry/messages/screens/en/wrong-settings.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Rules } from '@belfry/networks/core/limits.ts';
import { checkAgainst } from '../validation/index.ts';
import { nameSetting } from './setting-names.ts';

/** `field`: in the target, such as `settings.poll.options.0`. */
export function factsOf({ settings }: Rules, { field, code, params }: Detail) {
  return {
    field,
    rule: `settings.${code}`,
    params: { ...params, ...nameSetting(settings, field.slice('settings.'.length)) },
  };
}

/** The first of them, with the sentence of the composer: people read it, and know titles instead of names of fields. */
export function findWrongSetting(
  rules: Rules,
  settings: JsonObject,
): Pick<Detail, 'field' | 'message'> | undefined {
  const [wrong] = checkAgainst(rules.settings, settings, 'settings', 1);
  if (wrong === undefined) return undefined;
  const { field, message } = wrong;
  return { field, message: describeWrongSetting(rules.name, factsOf(rules, wrong)) ?? message };
}
