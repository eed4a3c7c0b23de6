import { allRules } from '@belfry/networks/rules.ts';
import { describe, expect, test } from 'vitest';
import { drawnApart, kindOf, listSettings, propertiesOf, variantsOf, withField } from './schema.ts';

describe('the settings of every network', () => {
  test.each(allRules.map((rules) => [rules.platform, rules] as const))(
    '%s has no empty form and nothing to type as JSON',
    (_, rules) => {
      for (const [name, schema] of propertiesOf(rules.settings)) {
        if (drawnApart.includes(name)) continue;
        const kind = kindOf(schema);
        expect(kind, name).not.toBe('unknown');
        if (kind === 'group') expect(propertiesOf(schema)).not.toEqual([]);
        if (kind === 'variants') expect(variantsOf(schema)).not.toEqual([]);
      }
    },
  );
});

describe('a cover', () => {
  const image = { type: 'integer', 'x-belfry': 'media', 'x-code': 'cover' };
  const moment = { type: 'integer', 'x-code': 'cover_at' };
  const list = (properties: object) => listSettings({ properties }).map(([name]) => name);

  test('is one field, whether it is an image, a moment of the video, or either', () => {
    expect([image, moment].map(kindOf)).toEqual(['cover', 'cover']);
    expect(list({ cover: image, cover_at_ms: moment, title: {} })).toEqual(['cover', 'title']);
    expect(list({ cover_at_ms: moment })).toEqual(['cover_at_ms']);
    expect(list({ cover: image, thread: {} })).toEqual(['cover']);
  });
});

describe('a setting of Yes or No', () => {
  test('is a box if it has a default, and a question if a person must answer', () => {
    expect(kindOf({ type: 'boolean', default: false })).toBe('flag');
    expect(kindOf({ type: 'boolean' })).toBe('question');
    expect(kindOf({ type: 'boolean', const: true, 'x-belfry': 'consent' })).toBe('consent');
  });
});

describe('a list', () => {
  test('has rows if its entries have fields, and else one line for each', () => {
    const fields = { type: 'object', properties: { x: { type: 'number' } } };
    expect(kindOf({ type: 'array', items: fields })).toBe('rows');
    expect(kindOf({ type: 'array', items: fields, 'x-belfry': 'people' })).toBe('people');
    expect(kindOf({ type: 'array', items: { type: 'string' } })).toBe('lines');
  });
});

describe('a field of a setting', () => {
  test('is a list if the network offers its values, and a search if it finds them by words', () => {
    expect(kindOf({ type: 'string', 'x-belfry': 'options' })).toBe('options');
    expect(kindOf({ type: 'string', 'x-belfry': 'search' })).toBe('search');
  });

  test('that the renderer does not know is shown as it is', () => {
    expect(kindOf({ type: 'array', items: { type: 'array', items: { type: 'string' } } })).toBe('unknown');
    expect(kindOf({ type: 'array', items: { type: 'object' } })).toBe('unknown');
    expect(kindOf({ oneOf: [{ type: 'string' }, { type: 'number' }] })).toBe('unknown');
  });

  test('is left out when it is emptied, and so is its group', () => {
    const card = withField(undefined, 'url', 'https://tower.example');
    expect(card).toEqual({ url: 'https://tower.example' });
    expect(withField(card, 'title', 'Bells')).toEqual({ url: 'https://tower.example', title: 'Bells' });
    expect(withField(card, 'url', '')).toBeUndefined();
  });
});
