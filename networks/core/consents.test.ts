import { expect, test } from 'vitest';
import { listConsents } from './consents.ts';
import { vocabulary } from './vocabulary.ts';

const pledge = { ...vocabulary.consent, 'x-code': 'pledge', description: 'You wrote this yourself.' };
const schema = { properties: { pledge, title: vocabulary.title, sure: { type: 'boolean' } } };

test('a declaration is found with its code and its sentence', () => {
  expect(listConsents(schema, { pledge: true, title: 'Bells', sure: true })).toEqual([
    { field: 'pledge', code: 'pledge', declaration: 'You wrote this yourself.' },
  ]);
});

test.each([{}, { pledge: false }, { pledge: 'true' }, { pledge: null }, { title: true }])(
  '%o declares nothing',
  (settings) => {
    expect(listConsents(schema, settings)).toEqual([]);
    expect(listConsents({}, settings)).toEqual([]);
  },
);
