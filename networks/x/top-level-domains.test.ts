import twitterText from 'twitter-text';
import { expect, test } from 'vitest';
import { longestByInitial, topLevelDomains } from './top-level-domains.ts';

/** `(?:(?:com|org)(?=…))` → `com`, `org` */
function listAlternatives({ source }: RegExp): string[] {
  return /^\(\?:\(\?:([^()]+)\)/.exec(source)?.[1]?.split('|') ?? [];
}

test('the top-level domains are those of twitter-text', () => {
  const { validGTLD, validCCTLD } = twitterText.regexen;
  const expected = new Set([validGTLD, validCCTLD].flatMap(listAlternatives));
  expect(expected.size).toBeGreaterThan(1500);
  expect([...topLevelDomains].sort()).toEqual([...expected].sort());
  expect(longestByInitial.get('n')).toBe('northwesternmutual'.length);
});
