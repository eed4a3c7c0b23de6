import { type ComponentProps, type ReactNode, useId } from 'react';
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
  const describes = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles['input'] ?? '',
        ...(describes !== '' && { 'aria-describedby': describes }),
        ...(error !== undefined && { 'aria-invalid': true as const }),
      })}
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
    </div>
  );
}

export function TextField({ label, hint, error, ...input }: Common & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <input {...props} {...input} />}
    </Field>
  );
}

export function SelectField({ label, hint, error, ...select }: Common & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <select {...props} {...select} />}
    </Field>
  );
}
