/** All posts of one day beside its cell, for days that have no room for them. Loaded when it opens. */
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { buttonClass } from '../look/button.tsx';
import Popover from '../look/popover.tsx';
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import { type Open, type Peek, useDeskOf } from './desk.tsx';
import { HandContext, useHand } from './hand.ts';
import styles from './list.module.css';
import { DayList } from './list.tsx';
import type { CalendarSearch } from './search.ts';
import type { Shown } from './shown.ts';

export default function DayPanel({ peek: { day, anchor }, shown }: { peek: Peek; shown: Shown }) {
  const { calendar } = useFirstWords();
  const dates = useDates();
  const desk = useDeskOf();
  const hand = useHand();
  const close = () => desk.setPeek(undefined);
  // A menu takes the focus, which closes this panel and its buttons: the menu stays where the button was.
  const setOpen = (open: Open | undefined) => {
    const at = open?.anchor.getBoundingClientRect();
    close();
    desk.setOpen(open && at && { ...open, anchor: { getBoundingClientRect: () => at } });
  };
  return (
    <Popover anchor={{ current: anchor }} label={dates.day(day.day, 'named')} side="right" onClose={close}>
      <HandContext value={{ ...hand, setOpen }}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows are a second way through what Tab reaches */}
        <div className={styles['panel']} onKeyDown={stepThrough}>
          <DayList day={day} posts={shown.placed.get(day.name) ?? []} shown={shown} />
          <Link
            from="/"
            to="/"
            search={(before: CalendarSearch) => ({ ...before, view: 'day', day: day.name })}
            className={buttonClass('quiet')}
            onClick={close}
          >
            {calendar.openDay()}
          </Link>
        </div>
      </HandContext>
    </Popover>
  );
}

function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')];
  const at = stops.findIndex((stop) => stop.contains(document.activeElement));
  stops[Math.min(Math.max(0, at + by), stops.length - 1)]?.focus();
}
