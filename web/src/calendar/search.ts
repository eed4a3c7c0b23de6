/** The address of a calendar: its view, its day and its filters, so that a view can be sent to somebody. */
import { type State, states } from '@belfry/contract/states.ts';
import { readDay } from '../data/time.ts';
import { type View, views } from './range.ts';

/** Lists are one number, or numbers with commas between them. */
export interface CalendarSearch {
  view?: View;
  /** Such as `2026-12-10`. Default: today. */
  day?: string;
  channel?: number | string;
  status?: string;
  author?: number;
  label?: number | string;
  q?: string;
}

export interface Filters {
  channels: number[];
  states: State[];
  author: number | undefined;
  labels: number[];
  q: string;
}

/** Keeps only what a calendar understands. A wrong address shows the default, not an error. */
export function readSearch(given: Record<string, unknown>): CalendarSearch {
  const view = views.find((one) => one === given['view']);
  const day = typeof given['day'] === 'string' && readDay(given['day']) !== undefined ? given['day'] : '';
  const [author] = idsIn(given['author']);
  const q = String(given['q'] ?? '').slice(0, 200);
  return clean({
    view,
    day,
    channel: joinIds(idsIn(given['channel'])),
    status: statesIn(given['status']).join(','),
    author,
    label: joinIds(idsIn(given['label'])),
    q,
  });
}

export function filtersOf(search: CalendarSearch): Filters {
  return {
    channels: idsIn(search.channel),
    states: statesIn(search.status),
    author: search.author,
    labels: idsIn(search.label),
    q: search.q ?? '',
  };
}

export function writeFilters({ channels, states: shown, author, labels, q }: Filters) {
  return clean({
    channel: joinIds(channels),
    status: shown.join(','),
    author,
    label: joinIds(labels),
    q,
  });
}

export function isFiltered({ channels, states: shown, author, labels, q }: Filters): boolean {
  return channels.length + shown.length + labels.length > 0 || author !== undefined || q !== '';
}

function idsIn(value: unknown): number[] {
  const ids = String(value ?? '')
    .split(',')
    .map(Number);
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, 100);
}

/** A single id stays a number, because the router would put a text of digits in quotes. */
function joinIds(ids: readonly number[]): number | string | undefined {
  return ids.length === 1 ? ids[0] : ids.join(',');
}

function statesIn(value: unknown): State[] {
  const names = String(value ?? '').split(',');
  return states.filter((state) => names.includes(state));
}

function clean<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
