import { expect, test } from 'vitest';
import { findOptions } from './options.ts';

const bells = { value: '17', title: 'Bells' };
const tower = { value: 4, title: 'Bell tower of 17 bells' };

test('options are found by a part of their title in any case, and by their whole value', () => {
  const found = (query?: string) => findOptions([bells, tower], query);
  expect(found()).toEqual([bells, tower]);
  expect(found('TOWER')).toEqual([tower]);
  expect(found('17')).toEqual([bells, tower]);
  expect(found('4')).toEqual([tower]);
  expect(found('1')).toEqual([tower]);
  expect(found('x')).toEqual([]);
});

test('at most 100 are found', () => {
  const many = Array.from({ length: 101 }, (_, value) => ({ value, title: 'Bell' }));
  expect(findOptions(many, 'bell')).toHaveLength(100);
  expect(findOptions(many, '100')).toEqual([{ value: 100, title: 'Bell' }]);
});
