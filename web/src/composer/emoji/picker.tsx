/** Emoji to look for and to browse, one group at a time. */

import Flags from 'icon:flag';
import People from 'icon:hand';
import Symbols from 'icon:heart';
import Nature from 'icon:leaf';
import Objects from 'icon:lightbulb';
import Travel from 'icon:plane';
import Smileys from 'icon:smile';
import Activities from 'icon:trophy';
import Food from 'icon:utensils';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useWords } from '../../words/words.ts';
import { type Emoji, findEmoji, groupNames, loadEmoji } from './emoji.ts';
import styles from './picker.module.css';

const icons = {
  smileys: Smileys,
  people: People,
  nature: Nature,
  food: Food,
  travel: Travel,
  activities: Activities,
  objects: Objects,
  symbols: Symbols,
  flags: Flags,
};

const MOST_FOUND = 64;

export default function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { composer, language } = useWords();
  const words = composer.emoji;
  const [query, setQuery] = useState('');
  const [group, setGroup] = useState(0);
  const { data } = useQuery({
    queryKey: ['emoji', language],
    queryFn: () => loadEmoji(language),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  const isSearching = query.trim() !== '';
  const shown = isSearching ? findEmoji(data ?? [], query, MOST_FOUND) : (data?.[group] ?? []);
  return (
    <div className={styles['picker']}>
      <input
        type="search"
        className={styles['query']}
        aria-label={words.search()}
        placeholder={words.search()}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || shown[0] === undefined) return;
          event.preventDefault();
          onChoose(shown[0].emoji);
        }}
      />
      <fieldset className={styles['groups']} aria-label={words.groups()}>
        {groupNames.map((name, at) => {
          const Icon = icons[name];
          return (
            <button
              key={name}
              type="button"
              aria-label={words[name]()}
              title={words[name]()}
              aria-pressed={!isSearching && at === group}
              onClick={() => {
                setQuery('');
                setGroup(at);
              }}
            >
              <Icon width={16} height={16} />
            </button>
          );
        })}
      </fieldset>
      {data !== undefined && shown.length === 0 ? (
        <p className={styles['none']}>{words.none()}</p>
      ) : (
        <Grid
          key={isSearching ? query : group}
          label={isSearching ? words.search() : words[groupNames[group] ?? 'smileys']()}
          shown={shown}
          onChoose={onChoose}
        />
      )}
    </div>
  );
}

/** One stop of the Tab key; arrows move inside. */
function Grid({
  label,
  shown,
  onChoose,
}: {
  label: string;
  shown: readonly Emoji[];
  onChoose: (emoji: string) => void;
}) {
  const grid = useRef<HTMLFieldSetElement>(null);
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent) => {
    const all = [...(grid.current?.querySelectorAll('button') ?? [])];
    const perRow = all.filter(({ offsetTop }) => offsetTop === all[0]?.offsetTop).length;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: perRow,
      ArrowUp: -perRow,
      Home: -current,
      End: all.length - 1 - current,
    };
    const next = all[current + (steps[event.key] ?? Number.NaN)];
    if (steps[event.key] === undefined) return;
    event.preventDefault();
    next?.focus();
  };
  return (
    <fieldset ref={grid} className={styles['grid']} aria-label={label} onKeyDown={move}>
      {shown.map(({ emoji, name }, at) => (
        <button
          key={emoji}
          type="button"
          aria-label={name}
          title={name}
          tabIndex={at === current ? 0 : -1}
          onFocus={() => setCurrent(at)}
          onClick={() => onChoose(emoji)}
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  );
}
