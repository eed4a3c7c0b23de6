/** Every schema of input limits its arrays, texts and objects, so that checking an input is bounded work. */
import { allNetworks } from '@belfry/networks/index.ts';
import { describe, expect, test } from 'vitest';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

interface Shape {
  type?: unknown;
  enum?: unknown;
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  properties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  maxProperties?: number;
  items?: Shape;
  maxItems?: number;
  uniqueItems?: boolean;
  maxLength?: number;
  contentMediaType?: string;
  plain?: boolean;
  readOnly?: boolean;
}

/** Paths of the parts that have no limit. */
function findUnbounded(schema: object, path: string): string[] {
  const shape = schema as Shape;
  const branches = shape.anyOf ?? shape.oneOf;
  if (branches) return branches.flatMap((branch) => findUnbounded(branch, path));
  // Ignored fields. The limits of the whole body apply to them before it is parsed.
  if (shape.readOnly === true && shape.type === undefined) return [];
  // `plain` limits depth, number and length of the values.
  if (shape.plain === true || shape.enum !== undefined || shape.const !== undefined) return [];
  switch (shape.type) {
    case 'null':
    case 'boolean':
    case 'integer':
    case 'number':
      return [];
    case 'string':
      // The server counts the bytes of a file as they arrive.
      return shape.maxLength === undefined && shape.contentMediaType === undefined ? [path] : [];
    case 'array':
      return findInArray(shape, path);
    case 'object':
      return findInObject(shape, path);
    default:
      return [path];
  }
}

function findInArray({ items = {}, maxItems, uniqueItems }: Shape, path: string): string[] {
  const isCheap = uniqueItems !== true || items.enum !== undefined || /string|integer/.test(`${items.type}`);
  return [
    ...(maxItems === undefined ? [path] : []),
    ...(isCheap ? [] : [`${path} compares more than texts and numbers`]),
    ...(maxItems === 0 ? [] : findUnbounded(items, `${path}[]`)),
  ];
}

function findInObject(shape: Shape, path: string): string[] {
  const { properties = {}, additionalProperties: more = true, maxProperties } = shape;
  const open = more !== false && (more === true || maxProperties === undefined) ? [path] : [];
  const others = typeof more === 'object' ? findUnbounded(more, `${path}.*`) : [];
  const named = Object.entries(properties).flatMap(([name, each]) => findUnbounded(each, `${path}.${name}`));
  return [...open, ...others, ...named];
}

describe('the check of bounds', () => {
  const text = { type: 'string' };
  test.each<[string, object, string[]]>([
    ['text', { type: 'string', pattern: '^a*$' }, ['x']],
    ['array', { type: 'array', items: { type: 'integer' } }, ['x']],
    ['item of an array', { type: 'array', maxItems: 2, items: text }, ['x[]']],
    ['array of anything', { type: 'array', maxItems: 2 }, ['x[]']],
    ['object with any fields', { type: 'object', properties: {} }, ['x']],
    ['value of an object', { type: 'object', maxProperties: 3, additionalProperties: text }, ['x.*']],
    ['number of fields', { type: 'object', additionalProperties: { type: 'null' } }, ['x']],
    ['field', { type: 'object', additionalProperties: false, properties: { a: text } }, ['x.a']],
    ['branch', { anyOf: [{ type: 'null' }, text] }, ['x']],
    ['schema without keywords', {}, ['x']],
    ['read-only text', { ...text, readOnly: true }, ['x']],
    [
      'comparison of unique objects',
      { type: 'array', maxItems: 9, uniqueItems: true, items: { plain: true } },
      ['x compares more than texts and numbers'],
    ],
  ])('finds an unbounded %s', (_, schema, paths) => {
    expect(findUnbounded(schema, 'x')).toEqual(paths);
  });

  test('accepts a bounded schema', () => {
    const schema = {
      type: 'object',
      additionalProperties: false,
      properties: {
        a: { type: 'array', maxItems: 2, uniqueItems: true, items: { enum: ['a'] } },
        b: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] },
        c: { type: 'object', plain: true },
      },
    };
    expect(findUnbounded(schema, 'x')).toEqual([]);
  });
});

test.each(Object.entries<Route>(routes))('the input of %s is bounded', (_, route) => {
  const parts = ['params', 'query', 'body', 'form'] as const;
  expect(parts.flatMap((part) => (route[part] ? findUnbounded(route[part], part) : []))).toEqual([]);
});

test.each(allNetworks.map((network) => [network.rules.platform, network] as const))(
  'the input of the network %s is bounded',
  (_, { rules, form, oauth }) => {
    expect([
      ...findUnbounded(rules.settings, 'settings'),
      ...(form ? findUnbounded(form.credentials, 'credentials') : []),
      ...(oauth ? findUnbounded(oauth.input, 'input') : []),
    ]).toEqual([]);
  },
);
