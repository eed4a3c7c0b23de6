import type { Json, JsonSchema } from '@belfry/networks/core/json.ts';
import { useRuleWords } from '../../words/rules.ts';
import { useWords } from '../../words/words.ts';
import { kindOf, titleOf } from './schema.ts';

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

/** What was chosen, as one sees it without opening the settings: `Behaviour: Refuse`. What has no short form is only named. */
export function useChosen(): (name: string, schema: JsonSchema, value: Json | undefined) => string {
  const words = useRuleWords();
  const { composer } = useWords();
  const nameOf = useTitle();
  const option = ({ 'x-code': code }: JsonSchema, one: string) =>
    words?.option(String(code ?? ''), one) ?? titleOf(one, {});
  const shortOf = (schema: JsonSchema, value: Json | undefined) => {
    const kind = kindOf(schema);
    if (value === false) return composer.settings.off();
    if (kind === 'choices' && Array.isArray(value))
      return value.map((one) => option(schema, String(one))).join(', ');
    if ((kind === 'rows' || kind === 'people') && Array.isArray(value)) return String(value.length);
    if (kind === 'choice' || (kind === 'variants' && typeof value === 'string'))
      return option(schema, String(value));
    return ['line', 'text', 'number'].includes(kind) ? String(value) : undefined;
  };
  return (name, schema, value) => {
    const short = shortOf(schema, value);
    return short === undefined ? nameOf(name, schema) : `${nameOf(name, schema)}: ${short}`;
  };
}
