import { expect, test } from 'vitest';
import { checkAgainst } from './validate.ts';

const part = {
  anyOf: [
    { type: 'string', pattern: '\\S' },
    {
      type: 'object',
      additionalProperties: false,
      required: ['text'],
      properties: { text: { type: 'string' } },
    },
  ],
};
const draft = {
  if: { properties: { mode: { const: 'draft' } }, required: ['mode'] },
  else: { required: ['audience'] },
};
const gate = {
  oneOf: [{ enum: ['all', 'none'] }, { type: 'object', additionalProperties: false, minProperties: 1 }],
};

test.each<[string, object, unknown, string[]]>([
  ['a condition', draft, {}, ['settings.audience is required.']],
  ['a text that a union refuses', part, ' ', ['settings must match pattern "\\S".']],
  ['an object that a union refuses', part, {}, ['settings.text is required.']],
  ['a field inside an object of a union', part, { text: 5 }, ['settings.text must be a string.']],
  [
    'a field that an object of a union does not have',
    part,
    { text: 'A', at: 1 },
    ['settings.at is not a known field.'],
  ],
  ['a value of no kind of a union', part, 5, ['settings must be a string.']],
  ['a word that is none of a choice', gate, 'some', ['settings must be one of all, none.']],
  ['an object in place of a choice', gate, {}, ['settings must have at least 1 entry.']],
  [
    'each entry of a list for itself',
    { items: part },
    [5, { text: 5 }, ' '],
    [
      'settings.0 must be a string.',
      'settings.1.text must be a string.',
      'settings.2 must match pattern "\\S".',
    ],
  ],
  [
    'a union whose branches both fit',
    { oneOf: [{ type: 'string' }, { maxLength: 5 }] },
    'A',
    ['settings must match exactly one schema in oneOf.'],
  ],
])('%s is one mistake with one sentence', (_, schema, value, sentences) => {
  expect(checkAgainst(schema, value, 'settings').map(({ message }) => message)).toEqual(sentences);
});
