import { expect, test } from 'vitest';
import { publishedAs } from './published.ts';

const [first, second] = ['1', '2'].map((id) => ({ id, url: `https://a.example/${id}` })) as [Part, Part];
type Part = { id: string; url: string };

test('a post of one part has no list of parts', () => {
  expect(publishedAs(first)).toStrictEqual(first);
});

test('a post of several parts has the id and the page of the first, and no other properties', () => {
  expect(publishedAs({ ...first, number: 1 } as Part, second)).toStrictEqual({
    ...first,
    parts: [first, second],
  });
});
