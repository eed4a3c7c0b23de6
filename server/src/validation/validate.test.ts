import { detail } from '@belfry/contract/details.ts';
import { Type } from '@belfry/contract/type.ts';
import { describe, expect, test } from 'vitest';
import { Problem } from '../base/problem.ts';
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

  test('that is valid is returned unchanged', () => {
    const body = { name: 'Ada', kind: 'a', at: null, ids: [1, 2] };
    expect(check(body)).toBe(body);
  });

  test.each([
    [{}, 'name', 'name is required.'],
    [{ name: 1 }, 'name', 'name must be a string.'],
    [{ name: 'A' }, 'name', 'name must have at least 2 characters.'],
    [{ name: 'Adele' }, 'name', 'name must have at most 4 characters.'],
    [
      { name: 'a\0' },
      'name',
      'name contains a character that cannot be stored (NUL or half of a surrogate pair).',
    ],
    [{ name: 'Ada', kind: 'c' }, 'kind', 'kind must be one of a, b.'],
    [{ name: 'Ada', at: 'noon' }, 'at', 'at is not an ISO 8601 time such as 2026-11-21T10:00:00+01:00.'],
    [{ name: 'Ada', at: 5 }, 'at', 'at must be a string.'],
    [{ name: 'Ada', ids: [1, 1] }, 'ids', 'ids contains the same entry twice.'],
    [{ name: 'Ada', ids: [1, 2, 3] }, 'ids', 'ids must have at most 2 entries.'],
    [{ name: 'Ada', ids: ['1'] }, 'ids.0', 'ids.0 must be an integer.'],
    [{ name: 'Ada', valueOf: 1 }, 'valueOf', 'valueOf is not a known field.'],
    [[], 'body', 'body must be an object.'],
  ])('that is invalid, %j, is refused with a sentence at its field', (body, field, sentence) => {
    expect(errorsOf(() => check(body))).toEqual(['invalid', sentence, { [field]: [sentence] }]);
  });

  test('counts characters, not UTF-16 units', () => {
    expect(check({ name: '👍👍👍👍' })).toEqual({ name: '👍👍👍👍' });
  });
});

describe('a body that is too large', () => {
  /** Counts how often an entry is read. */
  function counted(entries: unknown[]): { list: unknown[]; reads: () => number } {
    let reads = 0;
    const get = (list: unknown[], key: string | symbol) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(list, key);
    };
    return { list: new Proxy(entries, { get }), reads: () => reads };
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  const list = (options: object) =>
    checkBody(Type.Object({ list: Type.Unsafe<unknown>({ type: 'array', ...options }) }));

  test('is checked for duplicates in one pass', () => {
    const { list: entries, reads } = counted(numbers(1000));
    list({ maxItems: 1000, uniqueItems: true })({ list: entries });
    expect(reads()).toBeLessThan(5000);
    const twice = [{ a: 1 }, 'a', 1, '1', null, 'null', { a: 1 }];
    const sentence = 'list contains the same entry twice.';
    expect(errorsOf(() => list({ uniqueItems: true })({ list: twice }))).toMatchObject([
      'invalid',
      sentence,
      {},
    ]);
    expect(list({ uniqueItems: true })({ list: twice.slice(0, 6) })).toBeDefined();
  });

  test('is refused before the entries of a long list are checked', () => {
    const { list: entries, reads } = counted(numbers(1000));
    const sentence = 'list must have at most 10 entries.';
    expect(errorsOf(() => list({ maxItems: 10, items: { type: 'string' } })({ list: entries }))).toEqual([
      'invalid',
      sentence,
      { list: [sentence] },
    ]);
    expect(reads()).toBe(0);
  });

  test('is refused with at most ten sentences', () => {
    const unknown = Object.fromEntries(numbers(5000).map((index) => [`field${index}`, 1]));
    const closed = checkBody(Type.Object({}, { additionalProperties: false }));
    const fields = numbers(10).map((index) => `field${index}`);
    expect(errorsOf(() => closed(unknown))).toEqual([
      'invalid',
      'field0 is not a known field.',
      Object.fromEntries(fields.map((field) => [field, [`${field} is not a known field.`]])),
    ]);
    const wrong = errorsOf(() => list({ maxItems: 100, items: { type: 'string' } })({ list: numbers(100) }));
    expect(Object.keys((wrong as object[])[2] ?? {})).toEqual(numbers(10).map((index) => `list.${index}`));
  });

  test('is refused before a pattern is matched against a long text', () => {
    const text = checkBody(Type.String({ maxLength: 5, pattern: '^a*$' }));
    const sentence = 'body must have at most 5 characters.';
    expect(errorsOf(() => text('b'.repeat(11)))).toEqual(['invalid', sentence, { body: [sentence] }]);
    expect(errorsOf(() => text('👍'.repeat(6)))).toMatchObject(['invalid', sentence, {}]);
    expect(text('aaaaa')).toBe('aaaaa');
  });

  test.each([
    ['a branch', Type.Union([Type.Array(Type.Null(), { maxItems: 1 }), Type.Null()]), [null, null]],
    [
      'fields of any name',
      Type.Record(Type.String(), Type.Null(), { maxProperties: 1 }),
      { a: null, b: null },
    ],
  ])('is found in %s', (_, schema, value) => {
    expect(errorsOf(() => checkBody(schema)(value))).toMatchObject([
      'invalid',
      expect.stringContaining('at most 1 '),
      {},
    ]);
  });
});

describe('JSON without a schema', () => {
  const check = checkBody(Type.Unsafe<unknown>({ plain: true }));
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

  test.each([
    ['levels', nested(20), nested(21)],
    ['values', Array(199).fill(0), Array(200).fill(0)],
    ['characters of a text', ['👍'.repeat(10_000)], ['👍'.repeat(10_001)]],
    ['characters of a name', { ['a'.repeat(10_000)]: 1 }, { ['a'.repeat(10_001)]: 1 }],
    ['numbers', [2 ** 53 - 1, 0.1, -(2 ** 53 - 1)], [2 ** 53]],
    ['negative numbers', [-1], [-(2 ** 53)]],
    ['fractions', [1e-300], [Number.NEGATIVE_INFINITY]],
  ])('has a limit for its %s', (_, most, more) => {
    expect(check(most)).toBe(most);
    expect(errorsOf(() => check(more))).toMatchObject(['invalid', expect.stringContaining('plain JSON'), {}]);
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

  test('has its numbers converted, one or many, and its strings unchanged', () => {
    expect(check({ id: '12', 'ids[]': ['3', '4'], word: '007' })).toEqual({
      id: 12,
      'ids[]': [3, 4],
      word: '007',
    });
    expect(check({ 'ids[]': '3' })).toEqual({ 'ids[]': [3] });
  });

  test.each(['', 'x', '0x1', '1e0', '1.0', '1.5', '+1', '01', ' 1', '1 ', '1n', 'Infinity', 'true'])(
    'is refused if a number is spelt in another way: %j',
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

test("errors of a network's schema have its own path as a prefix", () => {
  const schema = { type: 'object', properties: { size: { type: 'number' } }, additionalProperties: false };
  expect(checkAgainst(schema, { size: 1 }, 'targets.0.settings')).toEqual([]);
  expect(checkAgainst(schema, { size: 'x', colour: 1 }, 'targets.0.settings')).toEqual([
    detail('targets.0.settings.colour', 'unknown_field'),
    detail('targets.0.settings.size', 'wrong_type', { expected: 'number' }),
  ]);
});

test.each<[string, object, unknown, string, object]>([
  ['a missing field', { type: 'object', required: ['x'] }, {}, 'required', {}],
  ['an unknown field', { type: 'object', additionalProperties: false }, { x: 1 }, 'unknown_field', {}],
  [
    'another type',
    { properties: { x: { type: 'integer' } } },
    { x: '1' },
    'wrong_type',
    { expected: 'integer' },
  ],
  [
    'another value',
    { properties: { x: { enum: ['a', 'b'] } } },
    { x: 'c' },
    'not_one_of',
    { allowed: ['a', 'b'] },
  ],
  ['another constant', { properties: { x: { const: 'a' } } }, { x: 'c' }, 'not_equal', { expected: 'a' }],
  [
    'a wrong format',
    { properties: { x: { format: 'line' } } },
    { x: '\n' },
    'wrong_format',
    { format: 'line' },
  ],
  ['a long text', { properties: { x: { maxLength: 1 } } }, { x: 'ab' }, 'too_long', { limit: 1 }],
  ['a short text', { properties: { x: { minLength: 2 } } }, { x: 'a' }, 'too_short', { limit: 2 }],
  [
    'an object without fields',
    { properties: { x: { minProperties: 1 } } },
    { x: {} },
    'too_few_entries',
    { limit: 1 },
  ],
  ['a long list', { properties: { x: { maxItems: 1 } } }, { x: [1, 2] }, 'too_many_entries', { limit: 1 }],
  ['a short list', { properties: { x: { minItems: 1 } } }, { x: [] }, 'too_few_entries', { limit: 1 }],
  [
    'a repetition',
    { properties: { x: { type: 'array', uniqueItems: true } } },
    { x: [1, 1] },
    'repeated_entry',
    {},
  ],
  [
    'many fields',
    { properties: { x: { maxProperties: 0 } } },
    { x: { a: 1 } },
    'too_many_fields',
    { limit: 0 },
  ],
  ['a small number', { properties: { x: { minimum: 1 } } }, { x: 0 }, 'too_small', { limit: 1 }],
  ['a large number', { properties: { x: { maximum: 1 } } }, { x: 2 }, 'too_great', { limit: 1 }],
  [
    'JSON with NUL',
    { properties: { x: { plain: true } } },
    { x: '\0' },
    'not_plain',
    { levels: 20, values: 200, characters: 10_000, number: 9_007_199_254_740_991 },
  ],
  [
    'another rule',
    { properties: { x: { pattern: '^a$' } } },
    { x: 'b' },
    'not_valid',
    { reason: 'must match pattern "^a$"', keyword: 'pattern', value: '^a$' },
  ],
])('%s has a code and params beside its sentence', (_, schema, value, code, params) => {
  const [found, ...others] = checkAgainst(schema, value, '');
  expect(found).toMatchObject({ field: 'x', code, params });
  expect(found?.message).toMatch(/^x .*\.$/);
  expect(others).toEqual([]);
});
