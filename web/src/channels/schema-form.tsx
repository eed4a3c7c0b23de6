/** A form that a JSON Schema describes. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './connect.module.css';
import { fieldErrorOf, offeredBy, type SchemaField, valuesOf } from './schema.ts';
import { type FieldsInWords, SchemaInput } from './schema-input.tsx';

interface Props {
  fields: readonly SchemaField[];
  /** Where the values are in the request, such as `credentials.`. */
  prefix: string;
  error: unknown;
  isBusy: boolean;
  submit: string;
  look?: 'act' | 'plain';
  /** Optional fields are behind a line that opens them. Default: true. */
  folds?: boolean;
  /** Something in it has the focus at first. Default: where it is the primary act. */
  takesFocus?: boolean;
  /** The words of its fields by their stable names. Default: those of credentials. */
  names?: FieldsInWords;
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
  folds = true,
  takesFocus = look === 'act',
  names,
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
    <SchemaInput
      key={field.name}
      field={field}
      names={names ?? words.channels.credentials}
      error={errorAt(field)}
      isFirst={field === first && takesFocus}
    />
  );
  const [needed, others] = [
    fields.filter(({ isRequired }) => isRequired),
    fields.filter((one) => !one.isRequired),
  ];
  const isFolded = folds && needed.length > 0 && others.length > 0;
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
        autoFocus={first === undefined && takesFocus}
        busy={isBusy}
        className={styles['submit'] ?? ''}
      >
        {submit}
      </Button>
    </form>
  );
}
