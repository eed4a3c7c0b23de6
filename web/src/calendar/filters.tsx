/** The filters of the calendar. All of them are in the address. */

import Down from 'icon:chevron-down';
import Find from 'icon:search';
import Close from 'icon:x';
import { Suspense, useEffect, useRef, useState } from 'react';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { useFirstWords } from '../words/words.ts';
import type { OwnTime } from './own-time.ts';
import styles from './page.module.css';
import { isFiltered } from './search.ts';
import type { CalendarView } from './view.ts';

const FilterMenu = part(() => import('./filter-menu.tsx'));

/** What posts are filtered by, besides words. */
const kinds = ['channels', 'states', 'author', 'labels'] as const;

export type FilterKind = (typeof kinds)[number];

export function Filters({ view, own }: { view: CalendarView; own: OwnTime | undefined }) {
  const { calendar } = useFirstWords();
  const { filters, go } = view;
  const hasHours = !view.isPhone && (view.view === 'week' || view.view === 'day');
  return (
    <search className={styles['filters']} aria-label={calendar.filter.label()}>
      <Search view={view} />
      {kinds.map((kind) => (
        <Filter key={kind} kind={kind} view={view} />
      ))}
      {isFiltered(filters) && (
        <Button
          look="quiet"
          onClick={() => go({ filters: { channels: [], states: [], author: undefined, labels: [], q: '' } })}
        >
          <Close />
          {calendar.filter.clear()}
        </Button>
      )}
      {own !== undefined && hasHours && (
        <Button
          look="quiet"
          aria-pressed={own.isShown}
          className={`${styles['own']} ${own.isShown ? styles['chosen'] : ''}`}
          title={calendar.ownZone({ zone: own.zone })}
          onClick={own.toggle}
        >
          {calendar.ownTime()}
        </Button>
      )}
    </search>
  );
}

/** Milliseconds that a person may pause between two letters. */
const PAUSE = 250;

function Search({ view: { filters, go } }: { view: CalendarView }) {
  const { calendar } = useFirstWords();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  // The address can change by other ways than this field.
  useEffect(() => {
    const field = input.current;
    if (field !== null && field !== document.activeElement) field.value = filters.q;
  }, [filters.q]);
  const search = (q: string) => go({ filters: { ...filters, q }, replace: true });
  return (
    <form
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer.current);
        search(String(new FormData(event.currentTarget).get('q') ?? ''));
      }}
    >
      <Find width={16} height={16} />
      <input
        ref={input}
        name="q"
        type="search"
        data-search
        maxLength={200}
        defaultValue={filters.q}
        aria-label={calendar.filter.searchHint()}
        placeholder={calendar.filter.search()}
        onChange={({ currentTarget: { value } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(value), PAUSE);
        }}
      />
    </form>
  );
}

/** The button of a filter. Its choices are loaded when somebody wants to see them. */
function Filter({ kind, view }: { kind: FilterKind; view: CalendarView }) {
  const { calendar } = useFirstWords();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const name = calendar.filter[kind]();
  const count = kind === 'author' ? Number(view.filters.author !== undefined) : view.filters[kind].length;
  return (
    <>
      <Button
        look="quiet"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        className={count > 0 ? (styles['chosen'] ?? '') : ''}
        onClick={({ currentTarget }) => setAnchor(anchor === undefined ? currentTarget : undefined)}
      >
        {count > 0 ? calendar.filter.chosen({ name, count }) : name}
        <Down width={14} height={14} />
      </Button>
      {anchor !== undefined && (
        <Suspense>
          <FilterMenu kind={kind} view={view} anchor={anchor} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </>
  );
}
