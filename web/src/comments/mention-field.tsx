/** A field of several lines that completes the names of members after `@`. */
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from 'react';
import { useWords } from '../words/words.ts';
import styles from './comments.module.css';
import { findQuery, insertName, match, type Named, type Query } from './mentions.ts';

/** Names that are listed at once. */
const MOST = 6;

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  value: string;
  members: readonly Named[];
  isWrong: boolean;
  describedBy?: string | undefined;
  onChange: (text: string) => void;
  onFocus: () => void;
  /** Keys that the list does not use. */
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

export function MentionField({ field, label, value, members, isWrong, describedBy, ...on }: Props) {
  const { comments } = useWords();
  const id = useId();
  const [query, setQuery] = useState<Query>();
  const [chosen, setChosen] = useState(0);
  const found = query === undefined ? [] : match(members, query.text).slice(0, MOST);
  const look = ({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    setQuery(selectionStart === selectionEnd ? findQuery(text, selectionStart) : undefined);
    setChosen(0);
  };
  const placeCaret = useCaret(field);
  const take = (member: Named | undefined) => {
    const area = field.current;
    if (area === null || query === undefined || member === undefined) return;
    const inserted = insertName(value, area.selectionStart, query, member.name);
    placeCaret(inserted.caret);
    on.onChange(inserted.text);
    setQuery(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isList = found.length > 0 && !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isList && step !== undefined) setChosen((chosen + step + found.length) % found.length);
    else if (isList && (event.key === 'Enter' || event.key === 'Tab')) take(found[chosen]);
    else if (isList && event.key === 'Escape') setQuery(undefined);
    else return on.onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles['mentioning']}>
      <textarea
        ref={field}
        className={styles['area']}
        dir="auto"
        rows={2}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(found.length > 0 && { 'aria-controls': id, 'aria-activedescendant': `${id}-${chosen}` })}
        {...(isWrong && { 'aria-invalid': true })}
        aria-describedby={describedBy}
        placeholder={comments.placeholder()}
        value={value}
        onChange={({ target }) => {
          on.onChange(target.value);
          look(target);
        }}
        onSelect={({ currentTarget }) => query !== undefined && look(currentTarget)}
        onFocus={on.onFocus}
        onBlur={() => setQuery(undefined)}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 && (
        <div id={id} role="listbox" aria-label={comments.members()} className={styles['names']}>
          {found.map((member, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus, and has the keys
            <div
              key={member.id}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(member)}
              dir="auto"
            >
              {member.name}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Returns a function that moves the caret once the next text is drawn. */
function useCaret(field: RefObject<HTMLTextAreaElement | null>): (caret: number) => void {
  const [caret, setCaret] = useState<number>();
  useLayoutEffect(() => {
    if (caret === undefined) return;
    field.current?.setSelectionRange(caret, caret);
    setCaret(undefined);
  }, [caret, field]);
  return setCaret;
}
