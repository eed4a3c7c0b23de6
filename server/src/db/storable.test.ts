import { expect, test } from 'vitest';
import { toStorableJson } from './storable.ts';

test('JSON for the database contains no NUL and no lone surrogate, and is otherwise unchanged', () => {
  const value = { 'a\0': ['\0', '\ud83d', '\udc00x', '😀', '\\u0000', '\\\0', '\n"', null, 1] };
  const stored = { 'a\ufffd': ['\ufffd', '\ufffd', '\ufffdx', '😀', '\\u0000', '\\\ufffd', '\n"', null, 1] };
  expect(JSON.parse(toStorableJson(value))).toEqual(stored);
});
