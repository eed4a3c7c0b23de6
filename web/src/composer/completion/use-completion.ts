import { type KeyboardEvent, type RefObject, type SyntheticEvent, useId, useRef, useState } from 'react';
import { findWord, type Word } from './word.ts';

/** A list beside the caret: returns whether it takes the key. */
export type KeyTaker = (event: KeyboardEvent) => boolean;

interface Listed {
  /** The option that Enter takes. */
  active: string | undefined;
}

export interface Completion {
  id: string;
  /** Undefined: the list is closed. */
  word: Word | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  keys: RefObject<KeyTaker | undefined>;
  /** Undefined: the list has nothing to show. */
  setListed(listed: Listed | undefined): void;
  /** `isRefused`: it stays closed for this word. */
  close(isRefused?: boolean): void;
}

/** Opens a list while a word is typed that can be completed. The text stays a text field, with all that browsers do in it. */
export function useCompletion() {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const keys = useRef<KeyTaker>(undefined);
  const [word, setWord] = useState<Word>();
  const [listed, setListed] = useState<Listed>();
  const [refused, setRefused] = useState<number>();
  const close = (isRefused = false) => {
    if (isRefused) setRefused(word?.from);
    setWord(undefined);
  };
  const readWord = ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement) =>
    selectionStart === selectionEnd ? findWord(value, selectionStart) : undefined;
  // The list tells after it was drawn, which may be after it was closed.
  const shown = word === undefined ? undefined : listed;
  const completion: Completion = { id, word, field, keys, setListed, close };
  const fieldProps = {
    'aria-autocomplete': 'list' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-controls': shown === undefined ? undefined : id,
    'aria-activedescendant': shown?.active,
    onInput: (event: SyntheticEvent<HTMLTextAreaElement>) => {
      const found = readWord(event.currentTarget);
      if (found?.from !== refused) setRefused(undefined);
      if (found === undefined) close();
      else if (found.from !== refused) setWord(found);
    },
    onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) => {
      const found = readWord(event.currentTarget);
      if (word !== undefined && found?.from !== word.from) close();
    },
    onBlur: () => close(),
  };
  /** Whether the list took the key. Those of an input method are never taken. */
  const takeKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (word === undefined || event.nativeEvent.isComposing || keys.current?.(event) !== true) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { completion, fieldProps, takeKey };
}
