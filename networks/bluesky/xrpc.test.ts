import { expect, test } from 'vitest';
import { accept, addressOf } from './xrpc.ts';

const server = {
  url: 'https://a.example',

  http: async () => Promise.reject(),
  now: () => new Date(0),
};

test.each<[number, unknown, boolean]>([
  [199, {}, false],
  [200, {}, true],
  [299, { a: 1 }, true],
  [300, {}, false],
  [200, undefined, false],
  [200, 'text', false],
])('an answer with %i and %j is a success: %s', (status, json, isSuccess) => {
  const read = () => accept(server, { status, headers: {}, text: '', json });
  if (isSuccess) expect(read()).toBe(json);
  else expect(read).toThrow(expect.objectContaining({ fault: expect.objectContaining({ sent: true }) }));
});

test('parameters are part of the address, if there are any', () => {
  expect(addressOf(server, 'a.b', {})).toBe('https://a.example/xrpc/a.b');
  expect(addressOf(server, 'a.b', { c: 'd e' })).toBe('https://a.example/xrpc/a.b?c=d+e');
  expect(addressOf(server, 'a.b', { c: ['d', 'e'] })).toBe('https://a.example/xrpc/a.b?c=d&c=e');
});
