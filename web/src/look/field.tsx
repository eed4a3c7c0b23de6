import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { loadWords, type Words } from '../words/words.ts';
import styles from './field.module.css';

interface Common {
  label: string;
  /** A sentence below the field. */
  hint?: ReactNode;
  /** What is wrong with it. */
  error?: string | undefined;
}

/** A field with its label, a hint and what is wrong. */
export function Field({
  label,
  hint,
  error,
  children,
}: Common & {
  children: (props: {
    id: string;
    className: string;
    'aria-describedby'?: string;
    'aria-invalid'?: true;
  }) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({ id, className: styles['input'] ?? '', ...noted(id, { hint, error }) })}
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

type NotesOf = Pick<Common, 'hint' | 'error'>;

/** For a field that is described by {@link Notes}. */
export function noted(id: string, { hint, error }: NotesOf) {
  const describes = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return {
    ...(describes !== '' && { 'aria-describedby': describes }),
    ...(error !== undefined && { 'aria-invalid': true as const }),
  };
}

/** What stands below a field. `id`: that of the field. */
export function Notes({ id, hint, error }: NotesOf & { id: string }) {
  return (
    <>
      {error !== undefined && (
        <span className={styles['error']} id={`${id}-error`}>
          {error}
        </span>
      )}
      {hint !== undefined && (
        <span className={styles['hint']} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </>
  );
}

export function TextField({ label, hint, error, ...input }: Common & ComponentProps<'input'>) {
  const { sentence, ...handlers } = useInvalid();
  return (
    <Field label={label} hint={hint} error={sentence ?? error}>
      {(props) => <input {...props} {...input} {...handlers} />}
    </Field>
  );
}

/** What the browser refuses is told like everything else, in place of its bubble, which covers the hint. */
function useInvalid() {
  const [sentence, tell] = useState<string>();
  const onInvalid = (event: FormEvent<HTMLInputElement>) => {
    event.preventDefault();
    const input = event.currentTarget;
    // Without its bubble, the browser does not go to the first one.
    if (input.form?.querySelector('input:invalid') === input) input.focus();
    void loadWords().then((words) => tell(describe(words, input)));
  };
  return { sentence, onInvalid, onInput: () => tell(undefined) };
}

function describe({ fieldErrors }: Words, { validity, minLength, type }: HTMLInputElement): string {
  if (validity.valueMissing) return fieldErrors.required();
  if (validity.tooShort) return fieldErrors.tooShort({ limit: minLength });
  return type === 'email' ? fieldErrors.email() : fieldErrors.wrong();
}

export function SelectField({ label, hint, error, ...select }: Common & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <select {...props} {...select} />}
    </Field>
  );
}
