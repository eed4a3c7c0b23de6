import { expect, test } from 'vitest';
import { filtersOf, isFiltered, readSearch, writeFilters } from './search.ts';

test('an address names its view, its day and its filters', () => {
  const search = readSearch({
    view: 'week',
    day: '2026-12-10',
    channel: 3,
    status: 'failed,held',
    label: '2,5',
    q: 'fog',
  });
  expect(search).toEqual({
    view: 'week',
    day: '2026-12-10',
    channel: 3,
    status: 'failed,held',
    label: '2,5',
    q: 'fog',
  });
  const filters = filtersOf(search);
  expect(filters).toEqual({
    channels: [3],
    states: ['failed', 'held'],
    author: undefined,
    labels: [2, 5],
    q: 'fog',
  });
  expect(readSearch(writeFilters(filters))).toEqual(writeFilters(filters));
  expect(isFiltered(filters)).toBe(true);
});

test('a wrong address shows the default', () => {
  expect(
    readSearch({ view: 'year', day: '2026-02-31', channel: 'x', status: 'lost', author: -1, q: '' }),
  ).toEqual({});
  expect(isFiltered(filtersOf({}))).toBe(false);
});
