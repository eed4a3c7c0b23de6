/** The list at the caret. The focus stays in the text, which names the option that Enter takes. */
import { type KeyboardEvent, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import listed from '../../look/list-option.module.css';
import { ListOption } from '../../look/list-option.tsx';
import { NetworkMark } from '../../look/network-mark.tsx';
import { useWords } from '../../words/words.ts';
import { type Choice, useChoices } from './choices.ts';
import styles from './completion.module.css';
import { insertText } from './insert.ts';
import { placeAt } from './place-at.ts';
import type { Completion } from './use-completion.ts';
import type { Word } from './word.ts';

interface Props {
  completion: Completion;
  word: Word;
  platforms: readonly string[];
}

export default function CompletionList({ completion, word, platforms }: Props) {
  const words = useWords().composer.completion;
  const choices = useChoices(word, platforms);
  const list = useRef<HTMLDivElement>(null);
  const { id, field, keys, close } = completion;
  const { at, step } = useActive(completion, word, choices?.length ?? 0);
  const take = (choice: Choice) => {
    if (field.current === null) return;
    const next = field.current.value.slice(word.to, word.to + 1);
    const isClosed = word.kind === 'emoji' || /^[\s.,;:!?)\]]/u.test(next);
    insertText(field.current, word.from, word.to, isClosed ? choice.text : `${choice.text} `);
    close();
  };
  const takeKey = (key: string): boolean => {
    const choice = key === 'Enter' || key === 'Tab' ? choices?.[at] : undefined;
    if (choice !== undefined) take(choice);
    else if (key === 'Escape') close(true);
    else if (key === 'ArrowDown' || key === 'ArrowUp') return step(key === 'ArrowDown' ? 1 : -1);
    else return false;
    return true;
  };
  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
    return isPlain && takeKey(event.key);
  });
  // What stands beside the text has moved with each key.
  useLayoutEffect(() => {
    if (list.current !== null && field.current !== null) placeAt(list.current, field.current, word.from);
  });
  if (choices === undefined || choices.length === 0) return null;
  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        className={`${listed['list']} ${styles['list']}`}
        aria-label={words[word.kind]()}
      >
        {choices.map((choice, index) => (
          <ListOption
            key={choice.text}
            id={`${id}-${index}`}
            isActive={index === at}
            onTake={() => take(choice)}
          >
            <Shown choice={choice} />
          </ListOption>
        ))}
      </div>
      <span role="status" className="spoken">
        {words.found({ count: choices.length })}
      </span>
    </>
  );
}

/** The option that Enter takes; -1: none, as long as only the sign is typed. */
function useActive({ id, setListed }: Completion, { query, from }: Word, count: number) {
  const first = query === '' ? -1 : 0;
  const of = `${from} ${query}`;
  const [chosen, setChosen] = useState({ of, at: first });
  const at = Math.min(chosen.of === of ? chosen.at : first, count - 1);
  useEffect(
    () => setListed(count === 0 ? undefined : { active: at < 0 ? undefined : `${id}-${at}` }),
    [id, at, count, setListed],
  );
  const step = (by: 1 | -1): boolean => {
    if (count === 0) return false;
    setChosen({ of, at: at < 0 && by < 0 ? count - 1 : (at + by + count) % count });
    return true;
  };
  return { at, step };
}

function Shown({ choice: { text, name, platforms } }: { choice: Choice }) {
  return (
    <>
      <span className={name === undefined ? styles['text'] : styles['emoji']} dir="auto">
        {text}
      </span>
      {name !== undefined && <span className={styles['text']}>{name}</span>}
      {platforms.map((platform) => (
        <NetworkMark key={platform} platform={platform} />
      ))}
    </>
  );
}
