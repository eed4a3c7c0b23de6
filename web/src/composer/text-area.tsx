/** A text field that grows with its text, and underlines what a network would cut off. */
import type { ClipboardEvent, KeyboardEvent } from 'react';
import styles from './text-area.module.css';

interface Props {
  label: string;
  placeholder?: string;
  value: string;
  /** Where a network cuts the text; its length where none does. */
  cut: number;
  /** The path of the text in the target. */
  field: string;
  isWrong: boolean;
  describedBy?: string;
  onChange: (value: string) => void;
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** The marks lie in a copy of the text behind the field, so that input methods, undo and spelling stay the browser's. */
export function TextArea({ label, value, cut, field, isWrong, describedBy, onChange, ...rest }: Props) {
  return (
    <div className={styles['field']}>
      <div className={styles['mirror']} aria-hidden="true" dir="auto">
        {value.slice(0, cut)}
        <mark>{value.slice(cut)}</mark>
        {'\u200b'}
      </div>
      <textarea
        {...rest}
        className={styles['text']}
        dir="auto"
        aria-label={label}
        data-field={field}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? describedBy : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
