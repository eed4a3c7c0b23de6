import { expect, test } from 'vitest';
import { installRules, listSettable } from './installed.ts';
import { limitsRead, type Rules } from './limits.ts';

const read = limitsRead('2026-11-21');
const source = 'https://bells.example';
const unsure = <T>(value: T) => ({ ...read(value, source), confirmed: false }) as const;

const rules: Rules = {
  platform: 'bells',
  name: 'Bells',
  limits: { 'media.max': read(4, source), 'image.bytes': unsure(5), 'image.ratio': unsure([1, 2]) },
  formats: { peal: { title: 'Peal', limits: { 'image.bytes': unsure(7), 'alt.max': read(9, source) } } },
  rates: [
    { scope: 'channel', most: 2, seconds: 60, source, checked: '2026-11-21' },
    { scope: 'app', most: 30, seconds: 60, source, checked: '2026-11-21', confirmed: false },
  ],
  settings: { type: 'object' },
};

const installed = (set: Parameters<typeof installRules>[1]['set']) =>
  installRules(rules, { transcodes: false, set });

test('nothing is changed where nothing is set', () => {
  expect(installed({})).toEqual({ ...rules, transcodes: false });
  const { formats: _, rates: __, ...plain } = rules;
  expect(installRules(plain, { transcodes: true, set: {} })).toEqual({ ...plain, transcodes: true });
});

test('a limit is set in its place, which it names as its source', () => {
  const { limits, formats } = installed({ 'image.bytes': 50, 'image.ratio': [1, 3] });
  expect(limits['image.bytes']).toEqual({ ...unsure(50), source: 'NETWORK_LIMITS' });
  expect(limits['image.ratio']?.value).toEqual([1, 3]);
  expect(formats).toEqual(rules.formats);
});

test('a limit of a format is set by the name of the format', () => {
  const { limits, formats } = installed({ 'peal/image.bytes': 70 });
  expect([limits['image.bytes']?.value, formats?.['peal']?.limits['image.bytes']?.value]).toEqual([5, 70]);
});

test('of the rates, only that which no page confirms is set', () => {
  expect(installed({ rate: 40 }).rates?.map(({ most }) => most)).toEqual([2, 40]);
});

test('what a page confirms stays, and an unknown name does nothing', () => {
  expect(installed({ 'media.max': 9, 'peal/alt.max': 1, constructor: 1, toString: 1 })).toEqual(
    installed({}),
  );
});

test('the limits that can be set are listed with their usual values', () => {
  expect([...listSettable(rules)]).toEqual([
    ['image.bytes', 5],
    ['image.ratio', [1, 2]],
    ['peal/image.bytes', 7],
    ['rate', 30],
  ]);
});
