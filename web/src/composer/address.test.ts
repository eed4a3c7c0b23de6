import { expect, test } from 'vitest';
import { readAddress, setApart } from './address.ts';

test.each([
  [' https://tower.example/fair?day=1#noon ', 'https://tower.example/fair?day=1#noon'],
  ['HTTP://Tower.example', 'HTTP://Tower.example'],
  ['tower.example/fair', 'https://tower.example/fair'],
  ['tower.example:8443', 'https://tower.example:8443'],
  ['https://glockenturm-münchen.example', 'https://glockenturm-münchen.example'],
  ['192.0.2.1', 'https://192.0.2.1'],
])('%j is an address', (typed, address) => {
  expect(readAddress(typed)).toBe(address);
});

test.each([
  '',
  'bells',
  'localhost',
  'two words.example',
  'https://',
  'https://.example',
  'ftp://tower.example',
  'javascript:alert(1)',
  'javascript://tower.example/%0aalert(1)',
  'data:text/html,x.y',
  'mailto:ada@tower.example',
  'https://ada:secret@tower.example',
  'https://ada@tower.example',
  `https://tower.example/${'x'.repeat(2000)}`,
])('%j is none', (typed) => {
  expect(readAddress(typed)).toBeUndefined();
});

test.each([
  ['', 'https://a.example', ''],
  ['See ', 'https://a.example', ' for all.'],
  ['See (', 'https://a.example', ').'],
  ['the fair', ' https://a.example', '.'],
  ['the fair', ' https://a.example ', 'begins'],
  ['line\n', 'https://a.example ', '/path'],
])('after %j it is set apart', (before, written, after) => {
  expect(setApart(before, 'https://a.example', after)).toBe(written);
});
