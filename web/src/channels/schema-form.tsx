/** A form that a JSON Schema describes. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNetworkNames } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import { SelectField, TextField } from '../look/field.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './connect.module.css';
import { fieldErrorOf, offeredBy, type SchemaField, valuesOf } from './schema.ts';

interface Props {
  fields: readonly SchemaField[];
  /** Where the values are in the request, such as `credentials.`. */
  prefix: string;
  error: unknown;
  isBusy: boolean;
  submit: string;
  look?: 'act' | 'plain';
  /** More fields below. */
  children?: ReactNode;
  onSubmit: (values: Record<string, unknown>, data: FormData) => void;
}

export function SchemaForm({
  fields,
  prefix,
  error,
  isBusy,
  submit,
  look = 'act',
  children,
  onSubmit,
}: Props) {
  const words = useWords();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const values = valuesOf(fields, data);
    const absent = fields.filter(({ name, isRequired }) => isRequired && values[name] === undefined);
    setMissing(absent.map(({ name }) => name));
    const [first] = absent;
    if (first === undefined) onSubmit(values, data);
    else (form.elements.namedItem(first.name) as HTMLElement | null)?.focus();
  };
  const errorAt = ({ name }: SchemaField) =>
    missing.includes(name) ? words.fieldErrors.required() : fieldErrorOf(error, `${prefix}${name}`, words);
  const first = fields.find(({ isKnown }) => isKnown === undefined);
  const show = (field: SchemaField) => (
    <Input
      key={field.name}
      field={field}
      error={errorAt(field)}
      isFirst={field === first && look === 'act'}
    />
  );
  const [needed, others] = [
    fields.filter(({ isRequired }) => isRequired),
    fields.filter((one) => !one.isRequired),
  ];
  const isFolded = needed.length > 0 && others.length > 0;
  const isAtField = fields.some((field) => errorAt(field) !== undefined) || offeredBy(error).length > 0;
  return (
    <form className={styles['form']} onSubmit={send} noValidate>
      {(isFolded ? needed : fields).map(show)}
      {isFolded && (
        <details className={styles['folded']} open={others.some((field) => errorAt(field) !== undefined)}>
          <summary>{words.channels.way.more()}</summary>
          <div className={styles['form']}>{others.map(show)}</div>
        </details>
      )}
      {children}
      {error !== null && error !== undefined && !isAtField && <Problem error={error} />}
      <Button
        type="submit"
        look={look}
        autoFocus={first === undefined && look === 'act'}
        busy={isBusy}
        className={styles['submit'] ?? ''}
      >
        {submit}
      </Button>
    </form>
  );
}

interface InputProps {
  field: SchemaField;
  error: string | undefined;
  /** It has the focus at first. */
  isFirst: boolean;
}

function Input({ field, error, isFirst }: InputProps) {
  const { channels: words } = useWords();
  const networkOf = useNetworkNames();
  const own = field.code === undefined ? undefined : words.credentials[field.code];
  const title = own?.title() ?? field.title;
  const shared = {
    label: field.isRequired || field.initial !== '' ? title : words.way.optional({ label: title }),
    // It says how to find the name, which is here already.
    hint: field.isKnown ? undefined : (own?.hint() ?? field.hint),
    error,
    name: field.name,
    required: field.isRequired,
    autoFocus: isFirst,
  };
  if (field.kind === 'switch') return <TextField {...shared} type="checkbox" />;
  if (field.kind === 'choice') {
    return (
      <SelectField {...shared} defaultValue={field.initial}>
        {field.choices.map((choice) => (
          <option key={choice} value={choice}>
            {networkOf({ platform: choice })}
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
