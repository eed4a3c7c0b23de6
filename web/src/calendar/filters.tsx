/** The filters of the calendar. All of them are in the address. */

import Down from 'icon:chevron-down';
import Find from 'icon:search';
import Close from 'icon:x';
import { states } from '@belfry/contract/states.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useStart } from '../app/start.ts';
import { useAnswer } from '../data/client.ts';
import { nameOf } from '../data/naming.ts';
import { Temporal } from '../data/time.ts';
import { Button } from '../look/button.tsx';
import { Mark } from '../look/mark.tsx';
import type { Item } from '../look/menu.tsx';
import { NetworkMark } from '../look/network-mark.tsx';
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import type { OwnTime } from './own-time.ts';
import styles from './page.module.css';
import { isFiltered } from './search.ts';
import type { CalendarView } from './view.ts';

const FloatingMenu = lazy(() => import('../look/menu.tsx'));

export function Filters({ view, own }: { view: CalendarView; own: OwnTime | undefined }) {
  const { calendar, states: words } = useFirstWords();
  const dates = useDates();
  const { channels } = useStart();
  const { filters, go, zone, day } = view;
  const hasHours = !view.isPhone && (view.view === 'week' || view.view === 'day');
  const noon = day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from('12:00') });
  return (
    <search className={styles['filters']} aria-label={calendar.filter.label()}>
      <Search view={view} />
      <Filter
        name={calendar.filter.channels()}
        chosen={filters.channels}
        options={channels.map((one) => ({
          value: one.id,
          name: nameOf(one),
          mark: <NetworkMark platform={one.platform} />,
        }))}
        onChoose={(chosen) => go({ filters: { ...filters, channels: chosen } })}
      />
      <Filter
        name={calendar.filter.states()}
        chosen={filters.states}
        options={states.map((one) => ({ value: one, name: words[one](), mark: <Mark state={one} /> }))}
        onChoose={(chosen) => go({ filters: { ...filters, states: chosen } })}
      />
      <ByAuthor view={view} />
      <ByLabel view={view} />
      {isFiltered(filters) && (
        <Button
          look="quiet"
          onClick={() => go({ filters: { channels: [], states: [], author: undefined, labels: [], q: '' } })}
        >
          <Close />
          {calendar.filter.clear()}
        </Button>
      )}
      <p className={styles['zone']}>{calendar.zone({ zone, offset: dates.offset(noon) })}</p>
      {own !== undefined && hasHours && (
        <Button
          look="quiet"
          aria-pressed={own.isShown}
          className={own.isShown ? (styles['chosen'] ?? '') : ''}
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

interface Option<Value> {
  value: Value;
  name: string;
  mark?: React.ReactNode;
}

function Filter<Value extends string | number>({
  name,
  chosen,
  options,
  empty,
  isSingle = false,
  onOpen,
  onChoose,
}: {
  name: string;
  chosen: readonly Value[];
  options: readonly Option<Value>[];
  empty?: string;
  isSingle?: boolean;
  /** The options are read when somebody wants to see them. */
  onOpen?: () => void;
  onChoose: (chosen: Value[]) => void;
}) {
  const { calendar } = useFirstWords();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const items: Item[] = options.map(({ value, name: title, mark }) => ({
    key: String(value),
    name: title,
    mark,
    isChosen: chosen.includes(value),
    run: () => {
      const others = isSingle ? [] : chosen.filter((one) => one !== value);
      onChoose(chosen.includes(value) ? others : [...others, value]);
    },
  }));
  return (
    <>
      <Button
        look="quiet"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        className={chosen.length > 0 ? (styles['chosen'] ?? '') : ''}
        onClick={({ currentTarget }) => {
          onOpen?.();
          setAnchor(anchor === undefined ? currentTarget : undefined);
        }}
      >
        {chosen.length > 0 ? calendar.filter.chosen({ name, count: chosen.length }) : name}
        <Down width={14} height={14} />
      </Button>
      {anchor !== undefined && (
        <Suspense>
          <FloatingMenu
            label={name}
            anchor={anchor}
            items={items}
            {...(empty !== undefined && { empty })}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function ByAuthor({ view: { filters, go } }: { view: CalendarView }) {
  const { calendar } = useFirstWords();
  const { permissions } = useStart();
  const [isOpened, setOpened] = useState(false);
  const { data: members = [] } = useAnswer('listMembers', undefined, {
    enabled: isOpened && permissions.includes('workspace.read'),
  });
  return (
    <Filter
      name={calendar.filter.author()}
      isSingle
      onOpen={() => setOpened(true)}
      chosen={filters.author === undefined ? [] : [filters.author]}
      options={members.map(({ id, name }) => ({ value: id, name }))}
      onChoose={([author]) => go({ filters: { ...filters, author } })}
    />
  );
}

function ByLabel({ view: { filters, go } }: { view: CalendarView }) {
  const { calendar } = useFirstWords();
  const [isOpened, setOpened] = useState(false);
  const { data: labels = [] } = useAnswer('listLabels', undefined, { enabled: isOpened });
  return (
    <Filter
      name={calendar.filter.labels()}
      chosen={filters.labels}
      empty={calendar.filter.noLabels()}
      onOpen={() => setOpened(true)}
      options={labels.map(({ id, name }) => ({ value: id, name }))}
      onChoose={(chosen) => go({ filters: { ...filters, labels: chosen } })}
    />
  );
}
