import type { JsonSchema } from '@belfry/networks/core/json.ts';
import { useRuleWords } from '../../words/rules.ts';
import { titleOf } from './schema.ts';

/** What a setting means, in their language. What people agree to stands in its exact words. */
export function useHint(): (schema: JsonSchema) => string | undefined {
  const words = useRuleWords();
  return ({ description }) =>
    typeof description === 'string' ? (words?.hint(description) ?? description) : undefined;
}

/** What people call a setting, in their language. */
export function useTitle(): (name: string, schema: JsonSchema) => string {
  const words = useRuleWords();
  return (name, schema) => words?.title(String(schema['x-code'] ?? '')) ?? titleOf(name, schema);
}
