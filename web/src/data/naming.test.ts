import { expect, test } from 'vitest';
import { handleOf, nameOf } from './naming.ts';

const account = { display_name: null, name: 'Ada Ringer', username: 'ada' };

test('a channel is called as people here call it, else as its account', () => {
  expect(nameOf({ ...account, display_name: 'Tower tours' })).toBe('Tower tours');
  expect(nameOf(account)).toBe('Ada Ringer');
  expect(nameOf({ ...account, name: '' })).toBe('ada');
});

test('where handles tell channels apart, the name that people gave comes first too', () => {
  expect(handleOf({ ...account, display_name: 'Tower tours' })).toBe('Tower tours');
  expect(handleOf(account)).toBe('@ada');
});
