/** A month from which the calendar goes to a day. Loaded when it opens. */
import type { RefObject } from 'react';
import { readDay } from '../data/time.ts';
import Popover from '../look/popover.tsx';
import { useFirstWords } from '../words/words.ts';
import { MonthPicker } from './month-picker.tsx';
import type { CalendarView } from './view.ts';

interface Props {
  view: CalendarView;
  /** It has the button that opened this. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export default function DayChoice({ view, anchor, onClose }: Props) {
  const { calendar } = useFirstWords();
  return (
    <Popover
      anchor={anchor}
      label={calendar.chooseDay()}
      returnTo={() => anchor.current?.querySelector('button') ?? null}
      side="bottom"
      onClose={onClose}
    >
      <MonthPicker
        zone={view.zone}
        day={view.day.toString()}
        onDay={(name) => {
          view.go({ day: readDay(name) ?? view.today });
          onClose();
        }}
      />
    </Popover>
  );
}
