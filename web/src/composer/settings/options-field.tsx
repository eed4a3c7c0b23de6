import type { JsonSchema } from '@belfry/networks/core/json.ts';
import { mostOptions } from '@belfry/networks/core/options.ts';
import type { ReactNode } from 'react';
import { useAnswer } from '../../data/client.ts';
import { Field as Labelled } from '../../look/field.tsx';
import { useWords } from '../../words/words.ts';
import { type FieldProps, useErrorOf } from './field-props.ts';
import { askFor } from './offered.ts';
import { useOptionName } from './option-name.ts';
import { SearchField } from './search-field.tsx';
import { Ticks } from './ticks.tsx';
import { useHint, useTitle } from './title.ts';

interface Props extends FieldProps {
  /** Draws the setting as it is without values that the network offers. */
  draw(schema: JsonSchema): ReactNode;
}

type Listed = readonly (readonly [value: string | number, name: string])[];

/** A value that the network offers live, such as a board or a playlist. If it offers none, a person may know one. */
export function OptionsField({ draw, ...props }: Props) {
  const { composer } = useWords();
  const { schema } = props;
  const nameOf = useOptionName(schema);
  const { data, isError } = useAnswer('listSettingOptions', askFor(props));
  if (isError || data?.length === 0) {
    const { 'x-belfry': _, ...plain } = schema;
    const isTyped = isError && plain['enum'] === undefined;
    return draw(isTyped ? { ...plain, description: composer.settings.optionsFailed() } : plain);
  }
  const offered = (data ?? []).map((one) => {
    const name = nameOf(one);
    return [one.value, one.group === null ? name : `${one.group}: ${name}`] as const;
  });
  if (schema['type'] === 'array') return <Ticks {...props} offered={offered} />;
  // There may be more than one answer has.
  if (data?.length === mostOptions) return <SearchField {...props} first={data} />;
  return <Select {...props} offered={offered} />;
}

function Select({ offered, ...props }: FieldProps & { offered: Listed }) {
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
