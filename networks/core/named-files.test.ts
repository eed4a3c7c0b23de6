import { describe, expect, test } from 'vitest';
import { listNamedFiles } from './named-files.ts';
import { vocabulary } from './vocabulary.ts';

const media = { type: 'integer', 'x-belfry': 'media' };
const schema = {
  type: 'object',
  properties: {
    cover: vocabulary.cover,
    thread: vocabulary.thread,
    card: { oneOf: [{ type: 'null' }, { properties: { image: media } }, { properties: { icon: media } }] },
    board: { type: 'string', 'x-belfry': 'options' },
    title: vocabulary.title,
  },
};

describe('the files that settings name', () => {
  test.each<[string, Parameters<typeof listNamedFiles>[1], [string, number][]]>([
    ['none', { title: '7', board: 'x' }, []],
    ['a cover', { cover: 7 }, [['cover', 7]]],
    [
      'those of a thread, whose parts may also be texts',
      { thread: ['text', { text: 'a', media_ids: [5, 6] }, { text: 'b', media_ids: [5] }] },
      [
        ['thread.1.media_ids.0', 5],
        ['thread.1.media_ids.1', 6],
        ['thread.2.media_ids.0', 5],
      ],
    ],
    [
      'those of every branch',
      { card: { image: 1, icon: 2 } },
      [
        ['card.image', 1],
        ['card.icon', 2],
      ],
    ],
    ['no values of other types', { cover: '7', thread: { media_ids: [1] }, card: [1] }, []],
    ['no numbers that cannot be ids', { thread: [{ media_ids: [0, -1, 1.5, 2 ** 60] }] }, []],
    ['no settings that the schema does not have', { other: 7, media_ids: [1] }, []],
  ])('are %s', (_, settings, found) => {
    expect(listNamedFiles(schema, settings).map(({ field, id }) => [field, id])).toEqual(found);
  });

  test('are no properties of every object', () => {
    const { constructor: inherited } = {};
    expect(inherited).toBeDefined();
    expect(listNamedFiles({ properties: { constructor: { properties: { length: media } } } }, {})).toEqual(
      [],
    );
  });
});

test('a schema that names files where Belfry does not look is refused', () => {
  const hidden = { type: 'object', additionalProperties: media };
  expect(() => listNamedFiles({ properties: { any: hidden } }, {})).toThrow('only below properties');
});
