import type { Network } from '@belfry/networks/core/network.ts';
import { expect, test } from 'vitest';
import { findUnmetNeed } from './reach.ts';

const find = (publicUrl: string, ...needs: ('public_url' | 'https')[]) =>
  findUnmetNeed({ config: { publicUrl } }, { needs, rules: { name: 'Carillon' } } as unknown as Network);

test.each([
  'http://localhost:4600',
  'https://127.0.0.1',
  'https://8.8.8.8',
  'https://[2001:db8::1]',
  'https://belfry',
  'https://belfry.local',
  'https://belfry.internal.',
  'https://belfry.home.arpa',
])('%s is no public address', (publicUrl) => {
  expect(find(publicUrl, 'public_url')).toMatch(
    /^Carillon must reach .* set PUBLIC_URL to such an address\.$/,
  );
  expect(find(publicUrl)).toBeUndefined();
});

test('a plain http address of a public name is refused only by networks that need https', () => {
  const publicUrl = 'http://belfry.example.com';
  expect(find(publicUrl, 'public_url')).toBeUndefined();
  expect(find(publicUrl, 'public_url', 'https')).toContain('begins with https://');
  expect(find('https://localhost', 'https')).toBeUndefined();
});

test('a public https address meets every need', () => {
  expect(find('https://belfry.example.com:8443', 'public_url', 'https')).toBeUndefined();
});
