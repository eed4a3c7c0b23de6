import { useAnswer } from '../../data/client.ts';
import { Field as Labelled } from '../../look/field.tsx';
import { useWords } from '../../words/words.ts';
import { type FieldProps, useErrorOf } from './field-props.ts';
import { useHint, useTitle } from './title.ts';

/** A value that the network offers live, such as a board or a playlist. */
export function OptionsField(props: FieldProps) {
  const nameOf = useTitle();
  const hintOf = useHint();
  const { composer } = useWords();
  const { name, path, schema, value, context, onChange } = props;
  const field = path.replace(/^settings\./, '');
  const { data, isError } = useAnswer('listSettingOptions', {
    params: { id: context.channelId },
    query: { field },
  });
  const error = useErrorOf(props);
  const hint = isError ? composer.settings.optionsFailed() : hintOf(schema);
  return (
    <Labelled label={nameOf(name, schema)} {...(hint && { hint })} error={error}>
      {(common) =>
        isError ? (
          <input
            {...common}
            data-field={path}
            value={String(value ?? '')}
            onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          />
        ) : (
          <select
            {...common}
            data-field={path}
            value={String(value ?? '')}
            onChange={({ target }) =>
              onChange(data?.find((one) => String(one.value) === target.value)?.value ?? undefined)
            }
          >
            <option value="">{composer.settings.none()}</option>
            {data?.map((one) => (
              <option key={one.value} value={String(one.value)}>
                {one.group === null ? one.title : `${one.group}: ${one.title}`}
              </option>
            ))}
          </select>
        )
      }
    </Labelled>
  );
}
