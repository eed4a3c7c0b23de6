import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { Problem } from '../problem.ts';
import { checkAgainst, checkBody, checkStrings } from './validate.ts';

const errorsOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error instanceof Problem ? [error.code, error.message, error.more.errors] : error;
  }
  return undefined;
};

describe('a body', () => {
  const check = checkBody(
    Type.Object(
      {
        name: Type.String({ format: 'text', minLength: 2, maxLength: 4 }),
        kind: Type.Optional(Type.Enum(['a', 'b'])),
        at: Type.Optional(Type.Union([Type.String({ format: 'moment' }), Type.Null()])),
        ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 2, uniqueItems: true })),
      },
      { additionalProperties: false },
    ),
  );

  test('that fits is answered as it is', () => {
    const body = { name: 'Ada', kind: 'a', at: null, ids: [1, 2] };
    expect(check(body)).toBe(body);
  });

  test.each([
    [{}, 'name', 'name is required.'],
    [{ name: 1 }, 'name', 'name must be a string.'],
    [{ name: 'A' }, 'name', 'name needs at least 2 characters.'],
    [{ name: 'Adele' }, 'name', 'name takes at most 4 characters.'],
    [
      { name: 'a\0' },
      'name',
      'name holds a character that cannot be stored (NUL or half of a surrogate pair).',
    ],
    [{ name: 'Ada', kind: 'c' }, 'kind', 'kind must be one of a, b.'],
    [{ name: 'Ada', at: 'noon' }, 'at', 'at is not an ISO 8601 time such as 2026-11-21T10:00:00+01:00.'],
    [{ name: 'Ada', at: 5 }, 'at', 'at must be a string.'],
    [{ name: 'Ada', ids: [1, 1] }, 'ids', 'ids names the same entry twice.'],
    [{ name: 'Ada', ids: [1, 2, 3] }, 'ids', 'ids takes at most 2 entries.'],
    [{ name: 'Ada', ids: ['1'] }, 'ids.0', 'ids.0 must be an integer.'],
    [{ name: 'Ada', valueOf: 1 }, 'valueOf', 'valueOf is not a known field.'],
    [[], 'body', 'body must be an object.'],
  ])('that does not, %j, is refused with a sentence at its field', (body, field, sentence) => {
    expect(errorsOf(() => check(body))).toEqual(['invalid', sentence, { [field]: [sentence] }]);
  });

  test('counts characters as people do, not as machines store them', () => {
    expect(check({ name: '👍👍👍👍' })).toEqual({ name: '👍👍👍👍' });
  });
});

describe('a path or query', () => {
  const check = checkStrings(
    Type.Object(
      {
        id: Type.Optional(Type.Integer()),
        'ids[]': Type.Optional(Type.Array(Type.Integer())),
        word: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
  );

  test('has its numbers read, one or many, and its words left alone', () => {
    expect(check({ id: '12', 'ids[]': ['3', '4'], word: '007' })).toEqual({
      id: 12,
      'ids[]': [3, 4],
      word: '007',
    });
    expect(check({ 'ids[]': '3' })).toEqual({ 'ids[]': [3] });
  });

  test.each(['', 'x', '0x1', '1e0', '1.0', '1.5', '+1', '01', ' 1', '1 ', '1n', 'Infinity', 'true'])(
    'is refused where a number is spelt otherwise: %j',
    (id) => {
      expect(errorsOf(() => check({ id }))).toMatchObject(['invalid', 'id must be an integer.', {}]);
      expect(errorsOf(() => check({ 'ids[]': ['1', id] }))).toMatchObject([
        'invalid',
        'ids[].1 must be an integer.',
        {},
      ]);
    },
  );
});

test('a schema that a network brings is checked below its own path', () => {
  const schema = { type: 'object', properties: { size: { type: 'number' } }, additionalProperties: false };
  expect(checkAgainst(schema, { size: 1 }, 'targets.0.settings')).toEqual({});
  expect(checkAgainst(schema, { size: 'x', colour: 1 }, 'targets.0.settings')).toEqual({
    'targets.0.settings.colour': ['targets.0.settings.colour is not a known field.'],
    'targets.0.settings.size': ['targets.0.settings.size must be a number.'],
  });
});
