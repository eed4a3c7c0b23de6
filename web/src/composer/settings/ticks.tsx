import type { Json } from '@belfry/networks/core/json.ts';
import { type FieldProps, useErrorOf } from './field-props.ts';
import styles from './settings.module.css';
import { useHint, useTitle } from './title.ts';

interface Props extends FieldProps {
  /** Each value with its name. */
  offered: readonly (readonly [value: string | number, name: string])[];
}

/** Several values, in the order in which they are offered, and then those that were chosen and are offered no more. */
export function Ticks({ offered, ...props }: Props) {
  const { name, path, schema, value, onChange } = props;
  const nameOf = useTitle();
  const hint = useHint()(schema);
  const error = useErrorOf(props);
  const chosen: readonly Json[] = Array.isArray(value) ? value : [];
  const others = chosen.filter((one) => !offered.some(([each]) => each === one));
  const all = [...offered, ...others.map((one) => [one, String(one)] as const)];
  const toggle = (one: Json, isOn: boolean) => {
    const next = all.map(([each]) => each).filter((each) => (each === one ? isOn : chosen.includes(each)));
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset className={styles['group']} data-field={path} tabIndex={-1}>
      <legend>{nameOf(name, schema)}</legend>
      {all.map(([one, word]) => (
        <label key={String(one)} className={styles['check']}>
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={({ target }) => toggle(one, target.checked)}
          />
          {word}
        </label>
      ))}
      {hint !== undefined && <small>{hint}</small>}
      {error !== undefined && <small role="alert">{error}</small>}
    </fieldset>
  );
}
