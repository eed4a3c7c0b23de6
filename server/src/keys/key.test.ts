import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateKey, hashKey } from './key.ts';

test('a key has its prefix, 32 random bytes and a checksum, and is different every time', () => {
  const keys = Array.from({ length: 100 }, generateKey);
  for (const key of keys) expect(key).toMatch(/^bf_[0-9a-f]{72}$/);
  expect(new Set(keys).size).toBe(100);
});

test('the stored hash does not contain the key, and is always the same for one key', () => {
  const key = generateKey();
  expect(hashKey(key)).toEqual(hashKey(key));
  expect(hashKey(key)).toHaveLength(32);
  expect(hashKey(key)?.toString('hex')).not.toContain(key.slice(3, 20));
});

test('the checksum detects one wrong character at any position of a key', () => {
  const key = generateKey();
  for (let at = 0; at < key.length; at += 1) {
    const wrong = key[at] === '0' ? '1' : '0';
    expect(hashKey(key.slice(0, at) + wrong + key.slice(at + 1))).toBeUndefined();
  }
});

test.each([
  '',
  'bf_',
  'bf_00',
  `bf_${'0'.repeat(73)}`,
  `${generateKey()}\n`,
  ` ${generateKey()}`,
  generateKey().toUpperCase(),
])('refuses a text that is not a key: %j', (text) => {
  expect(hashKey(text)).toBeUndefined();
});

test.each(['SECURITY.md', 'docs/api.md'])(
  'the pattern that %s gives to secret scanners matches keys and nothing else',
  (file) => {
    const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
    const [, source = ''] = /`(\\bbf_[^`]+)`/.exec(text) ?? [];
    const scanner = new RegExp(source, 'g');
    const key = generateKey();
    expect(`KEY="${key}"; curl -H 'Authorization: Bearer ${key}'`.match(scanner)).toEqual([key, key]);
    const others = [key.slice(0, -1), `${key}0`, `a${key}`, key.toUpperCase(), 'bf_config', 'bf_00'];
    expect(others.filter((other) => scanner.test(other))).toEqual([]);
  },
);

test('the checksum is the CRC32 that the documents name, so that scanners can verify a match', () => {
  const key = generateKey();
  expect(key.slice(-8)).toBe(crc32Of(key.slice(3, -8)));
  expect(crc32Of('123456789')).toBe('cbf43926');
});

/** CRC32 of ISO 3309, computed bit by bit. */
function crc32Of(text: string): string {
  let sum = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}
