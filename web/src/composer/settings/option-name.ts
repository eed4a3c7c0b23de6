import type { JsonSchema } from '@belfry/networks/core/json.ts';
import { useRuleWords } from '../../words/rules.ts';
import type { Offered } from './offered.ts';

/** In words of ours, as far as there are any, because networks answer in English. */
export function useOptionName({ 'x-code': code }: JsonSchema): (option: Offered) => string {
  const words = useRuleWords();
  return ({ value, title }) => words?.option(String(code ?? ''), value) ?? title;
}
