import Down from 'icon:chevron-down';
import { type Weekday, weekdays } from '@belfry/contract/weekdays.ts';
import { Suspense, useState } from 'react';
import { part } from '../data/part.ts';
import { useWords } from '../words/words.ts';
import { useWeekdays } from './moments.ts';
import styles from './times.module.css';
import { everyDay, type Week } from './week.ts';

const Menu = part(() => import('../look/menu.tsx'));

interface Props {
  day: Weekday;
  week: Week;
  hasMenu: boolean;
  onWeek: (week: Week, isSame: boolean) => void;
}

const WORK: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];

/** The name of a day, with a menu that copies its times. */
export function DayHead({ day, week, hasMenu, onWeek }: Props) {
  const { times: words } = useWords().channels;
  const at = weekdays.indexOf(day);
  const [short, long] = [useWeekdays('weekday'), useWeekdays('weekdayLong')];
  const [anchor, setAnchor] = useState<HTMLElement>();
  const label = words.dayMenu({ day: short[at] ?? '' });
  const copyTo = (days: readonly Weekday[]) =>
    onWeek({ ...week, ...Object.fromEntries(days.map((one) => [one, week[day]])) }, false);
  const next = weekdays[at + 1];
  const items = [
    { key: 'all', name: words.copyToAll(), run: () => onWeek(everyDay(week[day]), false) },
    { key: 'work', name: words.copyToWeekdays(), run: () => copyTo(WORK) },
    ...(next === undefined
      ? []
      : [{ key: 'next', name: words.copyToNext({ day: long[at + 1] ?? '' }), run: () => copyTo([next]) }]),
    { key: 'clear', name: words.clear(), isHarm: true, run: () => onWeek({ ...week, [day]: [] }, false) },
  ];
  return (
    <th scope="col" className={styles['day']}>
      {hasMenu ? (
        <button
          type="button"
          className={styles['dayMenu']}
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {short[at]}
          <Down width={12} height={12} />
        </button>
      ) : (
        <abbr title={long[at]}>{short[at]}</abbr>
      )}
      <Suspense>
        {anchor !== undefined && (
          <Menu label={label} anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />
        )}
      </Suspense>
    </th>
  );
}
