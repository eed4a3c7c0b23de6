import type { DataOf } from '@belfry/contract/routes.ts';
import type { JsonSchema } from '@belfry/networks/core/json.ts';
import type { ReactNode } from 'react';
import { useAnswer } from '../../data/client.ts';
import { Field as Labelled } from '../../look/field.tsx';
import { useRuleWords } from '../../words/rules.ts';
import { useWords } from '../../words/words.ts';
import { type FieldProps, useErrorOf } from './field-props.ts';
import { kindOf, propertiesOf } from './schema.ts';
import { Ticks } from './ticks.tsx';
import { useHint, useTitle } from './title.ts';

interface Props extends FieldProps {
  /** Draws the setting as it is without values that the network offers. */
  draw(schema: JsonSchema): ReactNode;
}

type Offered = readonly (readonly [value: string | number, name: string])[];

/** A value that the network offers live, such as a board or a playlist. If it offers none, a person may know one. */
export function OptionsField({ draw, ...props }: Props) {
  const { composer } = useWords();
  const nameOf = useOptionName(props);
  const { path, schema, context } = props;
  const field = path.replace(/^settings\./, '');
  const { data, isError } = useAnswer('listSettingOptions', {
    params: { id: context.channelId },
    query: { field, ...chosenBeside(props) },
  });
  if (isError || data?.length === 0) {
    const { 'x-belfry': _, ...plain } = schema;
    const isTyped = isError && plain['enum'] === undefined;
    return draw(isTyped ? { ...plain, description: composer.settings.optionsFailed() } : plain);
  }
  const offered = (data ?? []).map((one) => [one.value, nameOf(one)] as const);
  return schema['type'] === 'array' ? (
    <Ticks {...props} offered={offered} />
  ) : (
    <Select {...props} offered={offered} />
  );
}

/** What was chosen from the other lists, because the sections are those of the board. */
function chosenBeside({ path, context: { view, channelId } }: FieldProps): { settings?: string } {
  const checked = view.checked.find(({ channel }) => channel.id === channelId);
  const chosen = propertiesOf(checked?.rules?.settings).flatMap(([name, schema]) => {
    const value = checked?.version.settings[name];
    const isBeside = kindOf(schema) === 'options' && path !== `settings.${name}` && value !== undefined;
    return isBeside ? [[name, value] as const] : [];
  });
  return chosen.length === 0 ? {} : { settings: JSON.stringify(Object.fromEntries(chosen)) };
}

/** In words of ours, as far as there are any, because networks answer in English. */
function useOptionName({ schema }: FieldProps): (option: DataOf<'listSettingOptions'>[number]) => string {
  const words = useRuleWords();
  return ({ value, title, group }) => {
    const name = words?.option(String(schema['x-code'] ?? ''), value) ?? title;
    return group === null ? name : `${group}: ${name}`;
  };
}

function Select({ offered, ...props }: FieldProps & { offered: Offered }) {
  const nameOf = useTitle();
  const { composer } = useWords();
  const { name, path, schema, value, onChange } = props;
  const hint = useHint()(schema);
  const byDefault = String(schema['default'] ?? '');
  const shown = String(value ?? byDefault);
  const isOffered = shown === '' || offered.some(([one]) => String(one) === shown);
  return (
    <Labelled label={nameOf(name, schema)} {...(hint && { hint })} error={useErrorOf(props)}>
      {(common) => (
        <select
          {...common}
          data-field={path}
          value={shown}
          onChange={({ target }) => {
            const chosen = offered.find(
              ([one]) => String(one) === target.value && target.value !== byDefault,
            );
            onChange(chosen?.[0]);
          }}
        >
          {byDefault === '' && <option value="">{composer.settings.none()}</option>}
          {!isOffered && <option value={shown}>{shown}</option>}
          {offered.map(([one, word]) => (
            <option key={one} value={String(one)}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
