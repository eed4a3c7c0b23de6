import { type KeyboardEvent, useId, useRef } from 'react';
import { Button } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './comments.module.css';
import { MentionField } from './mention-field.tsx';
import { type Named, namedIn } from './mentions.ts';
import type { Said } from './thread.ts';

/** Characters, by the API. */
const MOST = 2000;
/** People whom a comment mentions, by the API. */
const MOST_NAMES = 20;
/** Characters left from which on the number is shown. */
const FEW = 200;

interface Props {
  label: string;
  /** The name of its button. */
  act: string;
  value: string;
  members: readonly Named[];
  isBusy: boolean;
  error: unknown;
  onChange: (text: string) => void;
  onFocus?: () => void;
  onSend: (said: Said) => void;
  /** Esc, and a button. */
  onCancel?: () => void;
}

/** Writes a comment, or changes one. ⌘↵ sends it. */
export function CommentForm({ label, act, value, members, isBusy, error, onCancel, ...on }: Props) {
  const { comments, frame } = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const left = MOST - [...value.trim()].length;
  const send = () => {
    if (isBusy) return;
    if (value.trim() === '' || left < 0) field.current?.focus();
    else on.onSend({ text: value.trim(), mentions: namedIn(value, members).slice(0, MOST_NAMES) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    else if (event.key === 'Escape' && onCancel !== undefined) onCancel();
    else return;
    event.preventDefault();
    // The page has an act of its own for these keys.
    event.stopPropagation();
  };
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <MentionField
        field={field}
        label={label}
        value={value}
        members={members}
        isWrong={left < 0}
        describedBy={left <= FEW ? id : undefined}
        onChange={on.onChange}
        onFocus={() => on.onFocus?.()}
        onKeyDown={onKeyDown}
      />
      {error !== null && <Problem error={error} />}
      <div className={styles['foot']}>
        {left <= FEW && (
          <span id={id} className={styles['left']} data-over={left < 0}>
            {comments.left({ count: left })}
          </span>
        )}
        {onCancel !== undefined && (
          <Button look="quiet" onClick={onCancel}>
            {frame.cancel()}
          </Button>
        )}
        <Button type="submit" busy={isBusy}>
          {act}
        </Button>
      </div>
    </form>
  );
}
