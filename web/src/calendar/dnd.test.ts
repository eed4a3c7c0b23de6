import { expect, test } from 'vitest';
import { textOf } from './dnd.ts';

const brought = (data: Record<string, string>) =>
  textOf({ getStringData: (type: string) => data[type] ?? null });

test('a list of addresses is brought without its comments', () => {
  expect(brought({ 'text/uri-list': '# The bells\r\nhttps://tower.example/bells\r\n' })).toBe(
    'https://tower.example/bells',
  );
});

test('a text is brought as it is, and goes before its addresses', () => {
  const both = { 'text/plain': '# Bells ', 'text/uri-list': 'https://tower.example/bells' };
  expect(brought(both)).toBe('# Bells ');
  expect(brought({})).toBe('');
});
