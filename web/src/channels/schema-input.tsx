/** One field of a form that a JSON Schema describes. */
import { useId } from 'react';
import { useNetworkNames } from '../app/start.ts';
import { Notes, noted, SelectField, TextField } from '../look/field.tsx';
import { useWords } from '../words/words.ts';
import styles from './connect.module.css';
import type { SchemaField } from './schema.ts';

/** What is absent stands in the schema, in English. */
interface FieldInWords {
  title?: () => string;
  hint?: () => string;
  options?: Readonly<Record<string, () => string>>;
}

/** By the stable names of fields. */
export type FieldsInWords = Readonly<Record<string, FieldInWords | undefined>>;

interface InputProps {
  field: SchemaField;
  names: FieldsInWords;
  error: string | undefined;
  /** It has the focus at first. */
  isFirst: boolean;
}

export function SchemaInput({ field, names, error, isFirst }: InputProps) {
  const { way } = useWords().channels;
  const networkOf = useNetworkNames();
  const own = field.code === undefined ? undefined : names[field.code];
  const title = own?.title?.() ?? field.title;
  const optionOf = (choice: string) => own?.options?.[choice]?.() ?? networkOf({ platform: choice });
  const shared = {
    label: field.isRequired || field.initial !== '' ? title : way.optional({ label: title }),
    // It says how to find the name, which is here already.
    hint: field.isKnown ? undefined : (own?.hint?.() ?? field.hint),
    error,
    name: field.name,
    required: field.isRequired,
    autoFocus: isFirst,
  };
  if (field.kind === 'switch' || field.kind === 'choices')
    return <Ticks {...shared} field={field} optionOf={optionOf} />;
  if (field.kind === 'choice') {
    return (
      <SelectField {...shared} defaultValue={field.initial}>
        {field.initial === '' && <option value="">–</option>}
        {field.choices.map((choice) => (
          <option key={choice} value={choice}>
            {optionOf(choice)}
          </option>
        ))}
      </SelectField>
    );
  }
  return (
    <TextField
      {...shared}
      type={field.kind === 'secret' ? 'password' : 'text'}
      // A password manager would offer the person's own password.
      autoComplete={field.kind === 'secret' ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      inputMode={field.kind === 'number' ? 'numeric' : 'text'}
      defaultValue={field.initial}
      {...(field.maxLength !== undefined && { maxLength: field.maxLength })}
    />
  );
}

interface TicksProps {
  field: SchemaField;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  optionOf: (choice: string) => string;
}

/** A switch, or any number of choices. */
function Ticks({ field: { name, kind, choices, initial }, label, hint, error, optionOf }: TicksProps) {
  const id = useId();
  const notes = { hint, error };
  if (kind === 'switch') {
    return (
      <div className={styles['ticks']}>
        <label className={styles['tick']}>
          <input type="checkbox" name={name} defaultChecked={initial === 'true'} {...noted(id, notes)} />
          <strong>{label}</strong>
        </label>
        <Notes id={id} {...notes} />
      </div>
    );
  }
  const atFirst = initial.split(',');
  return (
    <fieldset className={styles['ticks']} aria-describedby={noted(id, notes)['aria-describedby']}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice} className={styles['tick']}>
          <input type="checkbox" name={name} value={choice} defaultChecked={atFirst.includes(choice)} />
          {optionOf(choice)}
        </label>
      ))}
      <Notes id={id} {...notes} />
    </fieldset>
  );
}
