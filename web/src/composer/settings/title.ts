import type { JsonSchema } from '@belfry/networks/core/json.ts';
import { useRuleWords } from '../../words/rules.ts';
import { titleOf } from './schema.ts';

/** What people call a setting, in their language. */
export function useTitle(): (name: string, schema: JsonSchema) => string {
  const words = useRuleWords();
  return (name, schema) => words?.title(String(schema['x-code'] ?? '')) ?? titleOf(name, schema);
}
