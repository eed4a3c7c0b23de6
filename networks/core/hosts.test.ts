import { expect, test } from 'vitest';
import { addressOf, requireOwnAddress } from './hosts.ts';

const upload = 'https://upload.example';
const [direct, behind] = [{ endpoint: undefined }, { endpoint: 'http://127.0.0.1:9/emulator' }];

test('an endpoint replaces every fixed address, each below it by its host', () => {
  expect([addressOf(direct, upload), addressOf(behind, upload)]).toEqual([
    'https://upload.example',
    'http://127.0.0.1:9/emulator/upload.example',
  ]);
});

test.each([
  [direct, 'https://upload.example/session?id=1'],
  [behind, 'http://127.0.0.1:9/emulator/upload.example/session?id=1'],
])('an address at an own origin may get credentials', (caller, address) => {
  expect(requireOwnAddress(caller, [upload], address)).toBe(address);
});

test.each([
  [direct, 'https://upload.example.evil.example/session'],
  [direct, 'https://upload.example@evil.example/session'],
  [direct, 'http://upload.example/session'],
  [direct, 'https://upload.example:8443/session'],
  [direct, '//upload.example/session'],
  [direct, ''],
  [behind, 'https://upload.example/session'],
  [behind, 'http://127.0.0.1:9/emulator/upload.example/../evil'],
])('with %j, %s is refused', (caller, address) => {
  expect(() => requireOwnAddress(caller, [upload], address)).toThrow('does not know');
});
