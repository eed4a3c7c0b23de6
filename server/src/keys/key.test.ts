import { expect, test } from 'vitest';
import { drawKey, hashKey } from './key.ts';

test('a key has its prefix, 32 random bytes and a checksum, and is never drawn twice', () => {
  const keys = Array.from({ length: 100 }, drawKey);
  for (const key of keys) expect(key).toMatch(/^bf_[0-9a-f]{72}$/);
  expect(new Set(keys).size).toBe(100);
});

test('what is stored of a key is not the key, and the same for the same key', () => {
  const key = drawKey();
  expect(hashKey(key)).toEqual(hashKey(key));
  expect(hashKey(key)).toHaveLength(32);
  expect(hashKey(key)?.toString('hex')).not.toContain(key.slice(3, 20));
});

test('a slip in any place of a key is noticed without asking anybody', () => {
  const key = drawKey();
  for (let at = 0; at < key.length; at += 1) {
    const slip = key[at] === '0' ? '1' : '0';
    expect(hashKey(key.slice(0, at) + slip + key.slice(at + 1))).toBeUndefined();
  }
});

test.each([
  '',
  'bf_',
  'bf_00',
  `bf_${'0'.repeat(73)}`,
  `${drawKey()}\n`,
  ` ${drawKey()}`,
  drawKey().toUpperCase(),
])('what is no key is none: %j', (text) => {
  expect(hashKey(text)).toBeUndefined();
});
