/** Moves the focus between the days and posts of a calendar. */
import type { CalendarView } from './view.ts';

/** A day and its posts are stops. The first stop of a day is the day itself. */
function stopsOf(day: Element): HTMLElement[] {
  const own = day.matches('[data-stop]') ? [day as HTMLElement] : [];
  return [...own, ...day.querySelectorAll<HTMLElement>('[data-stop]')];
}

/** Returns whether the key was for this. */
export function moveFocus(page: HTMLElement | null, key: string, view: CalendarView): boolean {
  const at = document.activeElement?.closest<HTMLElement>('[data-stop]');
  const day = at?.closest<HTMLElement>('[data-day]');
  if (page === null || !at || !day) return false;
  const stops = stopsOf(day);
  const index = stops.indexOf(at);
  const sign = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
  const name = day.dataset['day'] ?? '';
  if (key === 'ArrowLeft' || key === 'ArrowRight') return focusDay(page, { name, by: sign, index }, view);
  const next = stops[index + sign];
  if (next !== undefined) return focusStop(page, next);
  const by = { month: 7 * sign, list: 0, week: undefined, day: undefined }[view.view];
  return by === undefined || focusDay(page, { name, by, index: 0 }, view);
}

interface Step {
  name: string;
  /** Days. 0: the next day that is shown, wherever that is. */
  by: number;
  index: number;
}

function focusDay(page: HTMLElement, { name, by, index }: Step, view: CalendarView): boolean {
  const all = [...page.querySelectorAll<HTMLElement>('[data-day]')];
  const at = all.findIndex((one) => one.dataset['day'] === name);
  const day = all[by === 0 ? at + 1 : at + by];
  if (day !== undefined) {
    const stops = stopsOf(day);
    const stop = stops[Math.min(index, stops.length - 1)];
    return stop === undefined ? true : focusStop(page, stop);
  }
  const shown = view.days.find((one) => one.name === name);
  if (shown === undefined || by === 0) return true;
  const target = shown.day.add({ days: by });
  view.go({ day: target });
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const next = page.querySelector(`[data-day="${target}"]`);
      const [stop] = next === null ? [] : stopsOf(next);
      if (stop !== undefined) focusStop(page, stop);
    }),
  );
  return true;
}

/** A grid has one tab stop, which goes where the focus goes. */
function focusStop(page: HTMLElement, stop: HTMLElement): true {
  if (stop.role === 'gridcell') {
    for (const old of page.querySelectorAll<HTMLElement>('[role=gridcell][tabindex="0"]')) old.tabIndex = -1;
    stop.tabIndex = 0;
  }
  stop.focus();
  return true;
}
