import { expect, test } from 'vitest';
import { isolating } from './isolate.ts';

const words = isolating({
  title: () => 'Channels',
  acts: { open: ({ name }: { name: string }) => `Open ${name}.` },
  all: ({ names, count }: { names: string[]; count: number }) => `${count}: ${names.join(', ')}`,
  accounts: ({ accounts }: { accounts: { name: string }[] }) => accounts.map(({ name }) => name).join(),
  handle: (name: string) => `@${name}`,
  pair: (one: string, other: { at: Date }) => `${one} ${other.at.getTime()}`,
});

test('a sentence without a strange name stays as it is', () => {
  expect(words.title()).toBe('Channels');
  expect(words.acts.open({ name: 'Grüße 👩‍👩‍👧, Привет, 鐘' })).toBe('Open Grüße 👩‍👩‍👧, Привет, 鐘.');
  expect(words.all({ names: ['a', 'b'], count: 2 })).toBe('2: a, b');
});

test('a date stays a date', () => {
  expect(words.pair('ש', { at: new Date(7) })).toBe('\u2068ש\u2069 7');
});

test.each(['שלום', 'مرحبا', 'ﻼ', '\u{1e900}', '\u{10840}'])(
  '%s, from right to left, stands apart',
  (name) => {
    expect(words.acts.open({ name })).toBe(`Open \u2068${name}\u2069.`);
    expect(words.all({ names: ['a', name], count: 2 })).toBe(`2: a, \u2068${name}\u2069`);
    expect(words.accounts({ accounts: [{ name }] })).toBe(`\u2068${name}\u2069`);
    expect(words.acts.open({ name: words.handle(name) })).toBe(`Open \u2068@${name}\u2069.`);
  },
);

test.each([...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'])(
  'the character %j turns nothing after the name, and ends no isolation',
  (control) => {
    expect(words.acts.open({ name: `a${control}b${control}` })).toBe('Open \u2068ab\u2069.');
  },
);
