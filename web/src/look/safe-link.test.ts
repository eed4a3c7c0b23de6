import { expect, test } from 'vitest';
import { safeLink } from './safe-link.ts';

test.each([
  ['https://tower.example/@ada/1', 'https://tower.example/@ada/1'],
  ['http://localhost:4600/sandbox/@ada', 'http://localhost:4600/sandbox/@ada'],
  ['javascript:alert(1)', undefined],
  [' javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//tower.example', undefined],
  ['/sign-in', undefined],
  ['', undefined],
  [null, undefined],
])('%s may be opened as %s', (url, expected) => {
  expect(safeLink(url)).toBe(expected);
});
