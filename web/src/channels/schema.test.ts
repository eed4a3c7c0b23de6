import { expect, test } from 'vitest';
import { readFields, valuesOf, withKnown } from './schema.ts';

const fields = readFields({
  properties: {
    server: { type: 'string', title: 'Server', 'x-code': 'server', default: 'https://one.example' },
    secret: { type: 'string', format: 'password', minLength: 1 },
    most: { type: 'integer', minimum: 1 },
    via: { enum: ['one', 'two'], default: 'two' },
    quiet: { type: 'boolean' },
    products: { type: 'array', items: { enum: ['share', 'sign_in', 'pages'] }, default: ['share', 'pages'] },
  },
  required: ['secret'],
});

test('fields have the kind and the words of their schema', () => {
  expect(
    fields.map(({ name, kind, title, isRequired, initial }) => [name, kind, title, isRequired, initial]),
  ).toEqual([
    ['server', 'text', 'Server', false, 'https://one.example'],
    ['secret', 'secret', 'secret', true, ''],
    ['most', 'number', 'most', false, ''],
    ['via', 'choice', 'via', false, 'two'],
    ['quiet', 'switch', 'quiet', false, ''],
    ['products', 'choices', 'products', false, 'share,pages'],
  ]);
  expect(fields.map(({ choices }) => choices)).toEqual([
    [],
    [],
    [],
    ['one', 'two'],
    [],
    ['share', 'sign_in', 'pages'],
  ]);
});

test('the name of an account that is connected again is filled in, and nothing else', () => {
  const names = readFields({
    properties: {
      identifier: { type: 'string', 'x-code': 'handle' },
      server: { type: 'string', 'x-code': 'server', default: 'https://one.example' },
      chat: { type: 'string', 'x-code': 'chat' },
    },
  });
  expect(withKnown(names, { username: 'press' }).map(({ initial, isKnown }) => [initial, isKnown])).toEqual([
    ['press', true],
    ['https://one.example', undefined],
    ['', undefined],
  ]);
});

test('values have their types, and empty fields are left out', () => {
  const data = new FormData();
  data.set('server', ' https://two.example ');
  data.set('secret', '');
  data.set('most', '10');
  expect(valuesOf(fields, data)).toEqual({
    server: 'https://two.example',
    most: 10,
    quiet: false,
    products: [],
  });
  data.append('products', 'share');
  data.append('products', 'pages');
  expect(valuesOf(fields, data)['products']).toEqual(['share', 'pages']);
  data.set('most', 'many');
  expect(valuesOf(fields, data)['most']).toBe('many');
});
