/** How the service is asked for the values of a setting. */
import type { DataOf } from '../../data/client.ts';
import type { FieldProps } from './field-props.ts';
import { kindOf, propertiesOf } from './schema.ts';

export type Offered = DataOf<'listSettingOptions'>[number];

/** `words`: what a person typed. */
export function askFor({ path, context }: FieldProps, words?: string) {
  const field = path.replace(/^settings\./, '');
  return {
    params: { id: context.channelId },
    query: { field, ...(words !== undefined && { q: words }), ...chosenBeside(path, context) },
  };
}

/** What was chosen from the other lists, because the sections are those of the board. */
function chosenBeside(path: string, { view, channelId }: FieldProps['context']): { settings?: string } {
  const checked = view.checked.find(({ channel }) => channel.id === channelId);
  const chosen = propertiesOf(checked?.rules?.settings).flatMap(([name, schema]) => {
    const value = checked?.version.settings[name];
    const isBeside = kindOf(schema) === 'options' && path !== `settings.${name}` && value !== undefined;
    return isBeside ? [[name, value] as const] : [];
  });
  return chosen.length === 0 ? {} : { settings: JSON.stringify(Object.fromEntries(chosen)) };
}
