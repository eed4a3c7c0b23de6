/** Every schema of what is taken in bounds its arrays, texts and objects: so the work of checking is bounded. */
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

/** Paths of what has no bound. */
function findUnbounded(schema: object, path: string): string[] {
  const shape = schema as Shape;
  const branches = shape.anyOf ?? shape.oneOf;
  if (branches) return branches.flatMap((branch) => findUnbounded(branch, path));
  // Dropped unread; what a whole body may hold is counted before it is parsed.
  if (shape.readOnly === true && shape.type === undefined) return [];
  // `plain` bounds depth, number and length of whatever it holds.
  if (shape.plain === true || shape.enum !== undefined || shape.const !== undefined) return [];
  switch (shape.type) {
    case 'null':
    case 'boolean':
    case 'integer':
    case 'number':
      return [];
    case 'string':
      // The bytes of a file are counted as they arrive.
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
  const isCompared =
    uniqueItems !== true || items.enum !== undefined || /string|integer/.test(`${items.type}`);
  return [
    ...(maxItems === undefined ? [path] : []),
    ...(isCompared ? [] : [`${path} compares more than texts and numbers`]),
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

describe('an unbounded schema is found:', () => {
  const text = { type: 'string' };
  test.each<[string, object, string[]]>([
    ['a text', { type: 'string', pattern: '^a*$' }, ['x']],
    ['an array', { type: 'array', items: { type: 'integer' } }, ['x']],
    ['what an array holds', { type: 'array', maxItems: 2, items: text }, ['x[]']],
    ['an array of anything', { type: 'array', maxItems: 2 }, ['x[]']],
    ['an object that takes any field', { type: 'object', properties: {} }, ['x']],
    ['its values', { type: 'object', maxProperties: 3, additionalProperties: text }, ['x.*']],
    ['its number of fields', { type: 'object', additionalProperties: { type: 'null' } }, ['x']],
    ['a field', { type: 'object', additionalProperties: false, properties: { a: text } }, ['x.a']],
    ['a branch', { anyOf: [{ type: 'null' }, text] }, ['x']],
    ['anything', {}, ['x']],
    ['a text that is only answered', { ...text, readOnly: true }, ['x']],
    [
      'unlike objects',
      { type: 'array', maxItems: 9, uniqueItems: true, items: { plain: true } },
      ['x compares more than texts and numbers'],
    ],
  ])('%s', (_, schema, paths) => {
    expect(findUnbounded(schema, 'x')).toEqual(paths);
  });

  test('and a bounded one is not', () => {
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

test.each(Object.entries<Route>(routes))('all that %s takes is bounded', (_, route) => {
  const parts = ['params', 'query', 'body', 'form'] as const;
  expect(parts.flatMap((part) => (route[part] ? findUnbounded(route[part], part) : []))).toEqual([]);
});

test.each(allNetworks.map((network) => [network.rules.platform, network] as const))(
  'all that %s takes is bounded',
  (_, { rules, form, oauth }) => {
    expect([
      ...findUnbounded(rules.settings, 'settings'),
      ...(form ? findUnbounded(form.credentials, 'credentials') : []),
      ...(oauth ? findUnbounded(oauth.input, 'input') : []),
    ]).toEqual([]);
  },
);
