import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findEmoji, groupNames, readEmoji } from './emoji.ts';

const read = async (language: string) =>
  readEmoji(await readFile(join(import.meta.dirname, `${language}.txt`), 'utf8'));

const [en, de] = await Promise.all([read('en'), read('de')]);
const first = (groups: typeof en, query: string) => findEmoji(groups, query, 3).map(({ emoji }) => emoji);

describe('the emoji', () => {
  test('are the same in each language, in the same groups', () => {
    expect(en).toHaveLength(groupNames.length);
    expect(de.map((group) => group.map(({ emoji }) => emoji))).toEqual(
      en.map((group) => group.map(({ emoji }) => emoji)),
    );
    const all = en.flat().map(({ emoji }) => emoji);
    expect(new Set(all).size).toBe(all.length);
  });

  test('each have a name', () => {
    for (const { emoji, name } of [...en, ...de].flat()) {
      expect(emoji).toMatch(/^(?:\p{RGI_Emoji}|\p{Emoji_Presentation}\uFE0F?)$/v);
      expect(name).toMatch(/\p{L}|\p{N}/u);
    }
  });

  test('are found by names, by what people call them, and across words', () => {
    expect(first(en, 'tada')).toContain('🎉');
    expect(first(en, '+1')[0]).toBe('👍');
    expect(first(en, 'bell')[0]).toBe('🔔');
    expect(first(en, 'party pop')[0]).toBe('🎉');
    expect(first(en, 'red_heart')[0]).toBe('❤️');
    expect(first(de, 'glocke')[0]).toBe('🔔');
    expect(first(de, 'böller')).toContain('🎉');
    expect(first(de, 'boller')).toContain('🎉');
    expect(first(en, 'zzzz')).toEqual([]);
  });
});
