import { expect, test } from 'vitest';
import { ownPath, pathOf, readErrand, withConnected } from './errand.ts';

test('an errand is the same after a sign-in elsewhere', () => {
  const errand = readErrand('?network=example&channel=3&return_to=%2Fwrite%2F17%3Fday%3D2026-12-10');
  const back = readErrand(new URL(pathOf(errand), 'http://here').search);
  expect(back).toEqual(errand);
  expect(errand).toMatchObject({ channel: 3, returnTo: '/write/17?day=2026-12-10' });
});

test('a place whose address is too long to come back to is left out', () => {
  const errand = readErrand(`?channel=3&return_to=${encodeURIComponent(`/?q=${'bells '.repeat(100)}`)}`);
  expect(pathOf(errand)).toBe('/channels/connect?channel=3&return_to=%2Fchannels');
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'write', '', null])(
  'nobody is sent to %j',
  (path) => expect(ownPath(path)).toBe('/channels'),
);

test('only `keys=1` asks for the keys of the app, and who comes back from the network is past them', () => {
  const asked = ['?network=x&keys=1', '?network=x&keys=0', '?network=x'].map(readErrand);
  expect(asked.map(({ isForKeys }) => isForKeys)).toEqual([true, false, false]);
  expect(asked.map(pathOf)).toEqual(Array(3).fill('/channels/connect?network=x&return_to=%2Fchannels'));
});

test('ids of channels join the query of a path', () => {
  expect(withConnected('/write/17?a=1#text', [3, 4])).toBe('/write/17?a=1&connected=3%2C4#text');
});
