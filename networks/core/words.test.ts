import { describe, expect, test } from 'vitest';
import { countHashtags, countLinks, countMentions } from './words.ts';

describe('counting words', () => {
  test.each<[string, number, number, number]>([
    ['', 0, 0, 0],
    ['https://a.example http://b.example HTTPS://c.example', 3, 0, 0],
    ['(https://a.example/#part?x=y)', 1, 0, 0],
    ['mail ada@example.org, see a.example', 0, 0, 0],
    ['#one #2two ＃drei #été #1 # #', 0, 4, 0],
    ['a#b c&#d', 0, 0, 0],
    ['@ada, @bob@host.example ＠写真 @', 0, 0, 3],
  ])('%j', (text, links, hashtags, mentions) => {
    expect([countLinks(text), countHashtags(text), countMentions(text)]).toEqual([links, hashtags, mentions]);
  });

  test('ends for long texts that almost match everywhere', () => {
    const repeated = ['#', '#1', `#${'1'.repeat(50)}`, '@', 'https://', 'http:/', '＃_'];
    for (const each of repeated) {
      const text = each.repeat(1_000_000 / each.length);
      expect(countHashtags(text)).toBe(0);
      countLinks(text);
      countMentions(text);
    }
  });
});
