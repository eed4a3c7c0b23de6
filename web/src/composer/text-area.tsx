/** A text field that grows with its text, underlines what a network would cut off, and completes words. */
import { type ClipboardEvent, type KeyboardEvent, Suspense } from 'react';
import { typeAhead } from '../app/type-ahead.ts';
import { part } from '../data/part.ts';
import { useCompletion } from './completion/use-completion.ts';
import styles from './text-area.module.css';

const CompletionList = part(() => import('./completion/list.tsx'));

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
  /** The networks that show the text, whose mentions and tags complete it. */
  platforms: readonly string[];
  onChange: (value: string) => void;
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** The marks lie in a copy of the text behind the field, so that input methods, undo and spelling stay the browser's. */
export function TextArea(props: Props) {
  const { label, value, cut, field, isWrong, describedBy, platforms, onChange, onKeyDown, ...rest } = props;
  const { completion, fieldProps, takeKey } = useCompletion();
  return (
    <div className={styles['field']}>
      <div className={styles['mirror']} data-mirror aria-hidden="true" dir="auto">
        {value.slice(0, cut)}
        <mark>{value.slice(cut)}</mark>
        {'\u200b'}
      </div>
      <textarea
        {...rest}
        {...fieldProps}
        ref={completion.field}
        className={styles['text']}
        dir="auto"
        aria-label={label}
        data-field={field}
        data-text
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? describedBy : undefined}
        value={value}
        onFocus={({ currentTarget }) => void typeAhead(currentTarget)}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => takeKey(event) || onKeyDown?.(event)}
      />
      {completion.word !== undefined && (
        <Suspense fallback={null}>
          <CompletionList completion={completion} word={completion.word} platforms={platforms} />
        </Suspense>
      )}
    </div>
  );
}
