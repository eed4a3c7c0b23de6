import { describe, expect, test } from 'vitest';
import { readNumbers, readNumbersIn } from './numbers.ts';

const names = { likes: 'liked', shares: ['reposts', 'quotes'] };

describe('the numbers of a post', () => {
  test('have our names, and several of the network’s are added', () => {
    expect(readNumbers({ liked: 3, reposts: 2, quotes: 5 }, names)).toEqual({ likes: 3, shares: 7 });
  });

  test.each<[unknown, object]>([
    [{ liked: 0 }, { likes: 0 }],
    [{ quotes: 4 }, { shares: 4 }],
    [{ liked: -1, reposts: '2', quotes: null }, {}],
    [{ liked: 1e300 }, { likes: Number.MAX_SAFE_INTEGER }],
    ['no post', {}],
  ])('in %j', (stated, numbers) => {
    expect(readNumbers(stated, names)).toEqual(numbers);
  });
});

test('only the posts of a list that were asked for are read', () => {
  const posts = [{ id: 'a', url: null }];
  const list = [{ uri: 'a', counts: { liked: 1 } }, { uri: 'b', counts: { liked: 2 } }, { uri: 7 }, null];
  const found = readNumbersIn(list, posts, names, { id: 'uri', within: 'counts' });
  expect(found).toEqual(new Map([['a', { likes: 1 }]]));
});
