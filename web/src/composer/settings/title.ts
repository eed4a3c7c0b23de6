import type { JsonSchema } from '@belfry/networks/core/json.ts';
import { useWords } from '../../words/words.ts';
import { titleOf } from './schema.ts';

/** What people call a setting, in their language. */
export function useTitle(): (name: string, schema: JsonSchema) => string {
  const { composer } = useWords();
  return (name, schema) => composer.settings.nameOf(String(schema['x-code'] ?? '')) ?? titleOf(name, schema);
}
