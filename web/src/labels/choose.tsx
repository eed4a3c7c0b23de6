/** Finds labels by name, sets and removes them by keys or pointer, and creates the one that is missing. */
import Check from 'icon:check';
import Minus from 'icon:minus';
import Plus from 'icon:plus';
import { labelColors, MAX_LABELS_OF_POST } from '@belfry/contract/label-values.ts';
import type { Label } from '@belfry/contract/labels.ts';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useAnswer } from '../data/client.ts';
import { LabelMark } from '../look/label-mark.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { useLabelCreation } from './changing.ts';
import { Colors } from './colors.tsx';
import styles from './labels.module.css';

interface Props {
  chosen: readonly Label[];
  /** Of several posts: labels that not all of them have. */
  some?: readonly Label[];
  onChoose: (labels: readonly Label[]) => void;
}

export default function Choose(props: Props) {
  const { labels: words } = useWords();
  const id = useId();
  const choice = useChoice(props);
  const { known, error, name, query, setQuery, found, isNew, run } = choice;
  const [at, setAt] = useState(0);
  const runLater = useRunLater(known !== undefined, query, () => run(at));
  const count = found.length + (isNew ? 1 : 0);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && known === undefined && name !== '') runLater();
    if (count === 0) return;
    if (step !== undefined) setAt((at + step + count) % count);
    else if (event.key === 'Enter') run(at);
    else return;
    event.preventDefault();
  };
  const option = (index: number) => ({
    id: `${id}-${index}`,
    isActive: index === at,
    onRun: () => run(index),
  });
  return (
    <div className={styles['choose']}>
      <input
        className={styles['query']}
        role="combobox"
        aria-expanded={count > 0}
        aria-controls={id}
        aria-autocomplete="list"
        {...(count > 0 && { 'aria-activedescendant': `${id}-${at}` })}
        aria-label={words.search()}
        placeholder={words.search()}
        maxLength={60}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {known?.length === 0 && name === '' && <p className={styles['note']}>{words.none()}</p>}
      <div
        id={id}
        role="listbox"
        aria-multiselectable
        aria-label={words.title()}
        className={styles['options']}
      >
        {found.map((label, index) => (
          <Option
            key={label.id}
            {...option(index)}
            isChosen={props.chosen.some((one) => one.id === label.id)}
            isPartly={props.some?.some((one) => one.id === label.id)}
          >
            <LabelMark color={label.color} />
            <span dir="auto">{label.name}</span>
          </Option>
        ))}
        {isNew && (
          <Option {...option(found.length)} isChosen={false}>
            <Plus width={14} height={14} />
            <span dir="auto">{words.create({ name })}</span>
          </Option>
        )}
      </div>
      {isNew && <Colors value={choice.color} onChoose={choice.setPicked} />}
      {choice.isFull && <p className={styles['note']}>{words.most()}</p>}
      {error !== null && <Problem error={error} />}
    </div>
  );
}

/** For an Enter that comes before the labels: they are still on their way. Ends when somebody types on. */
function useRunLater(isReady: boolean, query: string, run: () => void): () => void {
  const [asked, setAsked] = useState<string>();
  const runNow = useEffectEvent(run);
  useEffect(() => {
    if (!isReady || asked === undefined) return;
    setAsked(undefined);
    if (asked === query) runNow();
  }, [isReady, asked, query]);
  return () => setAsked(query);
}

/** Labels that fit what was typed, the one that can be created, and what a press does. */
function useChoice({ chosen, onChoose }: Props) {
  const { data: known, error } = useAnswer('listLabels');
  const creation = useLabelCreation();
  const [query, setQuery] = useState('');
  const [picked, setPicked] = useState<Label['color']>();
  // Each new one differs from the last.
  const color = picked ?? labelColors[(known?.length ?? 0) % labelColors.length] ?? 'gray';
  const name = query.trim();
  const found = (known ?? []).filter((one) => isLike(one.name, name));
  const isNew = known !== undefined && name !== '' && !found.some((one) => isSame(one.name, name));
  const isFull = chosen.length >= MAX_LABELS_OF_POST;
  const toggle = (label: Label) => {
    const others = chosen.filter((one) => one.id !== label.id);
    if (others.length < chosen.length) onChoose(others);
    else if (!isFull) onChoose([...chosen, label]);
  };
  const create = async () => {
    const answer = await creation.mutateAsync({ name, color }).catch(() => undefined);
    if (answer === undefined) return;
    setQuery('');
    setPicked(undefined);
    if (!isFull) onChoose([...chosen, answer.data]);
  };
  const run = (index: number) => {
    const label = found[index];
    if (label !== undefined) toggle(label);
    else if (isNew && !creation.isPending) void create();
  };
  return {
    known,
    error: error ?? creation.error,
    name,
    query,
    setQuery,
    color,
    setPicked,
    found,
    isNew,
    isFull,
    run,
  };
}

const isLike = (name: string, typed: string) => name.toLowerCase().includes(typed.toLowerCase());
const isSame = (name: string, typed: string) => name.toLowerCase() === typed.toLowerCase();

interface OptionProps {
  id: string;
  isActive: boolean;
  isChosen: boolean;
  isPartly?: boolean | undefined;
  onRun: () => void;
  children: React.ReactNode;
}

function Option({ id, isActive, isChosen, isPartly, onRun, children }: OptionProps) {
  const { labels: words } = useWords();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus, and has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-active={isActive}
      className={styles['option']}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      {children}
      {isPartly && (
        <span className={styles['check']}>
          <Minus width={14} height={14} />
          <span className="spoken">{words.onSome()}</span>
        </span>
      )}
      {isChosen && <Check width={14} height={14} className={styles['check'] ?? ''} />}
    </div>
  );
}
