/** A value that the network finds by words. The focus stays in the field, which names the option that Enter takes. */
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { Field as Labelled } from '../../look/field.tsx';
import listed from '../../look/list-option.module.css';
import { ListOption } from '../../look/list-option.tsx';
import { roomAround } from '../../look/list-place.ts';
import { sentenceOf } from '../../look/problem.tsx';
import { useFirstWords, useWords } from '../../words/words.ts';
import { type FieldProps, useErrorOf } from './field-props.ts';
import type { Offered } from './offered.ts';
import { type Search, useSearch } from './search.ts';
import styles from './settings.module.css';
import { useHint, useTitle } from './title.ts';

/** UTF-16 units that the service takes. */
const LONGEST = 200;
/** Pixels. */
const HIGHEST = 280;

interface Props extends FieldProps {
  /** What the network offers without words: the first of many. */
  first?: readonly Offered[];
}

export function SearchField({ first = [], ...props }: Props) {
  const { name, path, schema } = props;
  const label = useTitle()(name, schema);
  const hintOf = useHint();
  const { composer } = useWords();
  const search = useSearch(props, first);
  const { shown, choices, isOpen, active, isUnknown } = search;
  const id = useId();
  const hint = isUnknown ? composer.settings.unknownId() : (search.chosen?.group ?? hintOf(schema));
  return (
    <Labelled label={label} {...(hint && { hint })} error={useErrorOf(props)}>
      {(common) => (
        <div className={styles['search']}>
          <input
            {...common}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen && choices.length > 0}
            aria-controls={isOpen ? id : undefined}
            aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
            autoComplete="off"
            data-field={path}
            dir="auto"
            maxLength={LONGEST}
            value={shown}
            onChange={({ target }) => search.type(target.value)}
            onClick={search.open}
            onKeyDown={(event) => takeKey(event, search)}
            // The focus returns with the window.
            onBlur={({ currentTarget }) => document.activeElement !== currentTarget && search.leave()}
          />
          {isOpen && <List id={id} label={label} search={search} />}
        </div>
      )}
    </Labelled>
  );
}

function takeKey(event: KeyboardEvent, search: Search): void {
  const { key, altKey, ctrlKey, metaKey, nativeEvent } = event;
  if (nativeEvent.isComposing || altKey || ctrlKey || metaKey) return;
  if (key === 'ArrowDown' || key === 'ArrowUp') search.step(key === 'ArrowDown' ? 1 : -1);
  else if (key === 'Enter') search.take(search.choices[search.active]);
  else if (key === 'Escape' && search.isOpen) search.undo();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function List({ id, label, search }: { id: string; label: string; search: Search }) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (list.current !== null) place(list.current);
  });
  return (
    <div ref={list} className={`${listed['list']} ${styles['found']}`}>
      <div id={id} role="listbox" aria-label={label}>
        {search.choices.map((choice, at) => (
          <ListOption
            key={choice.value}
            id={`${id}-${at}`}
            isActive={at === search.active}
            onTake={() => search.take(choice)}
          >
            <span className={styles['option']} dir="auto">
              {search.nameOf(choice)}
              {choice.group !== null && <small>{choice.group}</small>}
            </span>
          </ListOption>
        ))}
      </div>
      <Status search={search} />
    </div>
  );
}

/** Below the field, or above it where there is too little room. It does not jump while it grows. */
function place(list: HTMLElement): void {
  const field = list.parentElement?.getBoundingClientRect();
  if (field === undefined) return;
  const { above, below } = roomAround(field);
  const isAbove = below < HIGHEST && above > below;
  list.toggleAttribute('data-above', isAbove);
  list.style.maxHeight = `${Math.min(HIGHEST, isAbove ? above : below)}px`;
}

/** What became of the search. A list says itself what it has, but not to ears. */
function Status({ search: { choices, words, isSearching, error } }: { search: Search }) {
  const first = useFirstWords();
  const { settings, completion } = useWords().composer;
  const spoken = choices.length > 0 ? completion.found({ count: choices.length }) : undefined;
  const said = error !== null ? sentenceOf(first, error) : settings.nothing({ words });
  return (
    <p role="status" className={spoken === undefined ? styles['status'] : 'spoken'}>
      {isSearching ? settings.searching() : (spoken ?? said)}
    </p>
  );
}
