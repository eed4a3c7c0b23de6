import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countGraphemes } from '../core/text.ts';
import { longLength, mixedText, pathologicalText, requireLinear } from '../testing/pathological.ts';
import { countShortened, shortenMentions } from './counting.ts';

/** Mastodon's own regular expressions, which may take very long. */
const link =
  /(?<![\p{L}\p{N}@$#＃＠])https?:\/\/(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}(?::\d+)?(?:[/?#][^\s<>]*)?/giu;
const mention = /(?<![\p{L}\p{N}/])@(\w+(?:[\w.-]*\w)?)@[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu;

function countPlainly(text: string, linkLength: number): number {
  const shortened = text.replace(link, (found) => 'x'.repeat(linkLength) + found.slice(endOfLink(found)));
  return countGraphemes(shortened.replace(mention, '@$1'));
}

function endOfLink(found: string): number {
  const rest = found.replace(/[.,:;!?*"'”’»\]}~&|$%]+$/u, '');
  const isUnbalanced = rest.endsWith(')') && rest.split('(').length < rest.split(')').length;
  return isUnbalanced ? endOfLink(rest.slice(0, -1)) : rest.length;
}

describe('any text', () => {
  test('the count equals that of plain regular expressions', () => {
    const anyText = fc.oneof(mixedText, pathologicalText(60));
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 300 }), (text, linkLength) => {
        const glued = text.replace(/\s/g, '');
        for (const each of [text, `https://a.bc/${glued}`, `@bob@a.bc.https://a.bc/${glued}`]) {
          expect(countShortened(each, linkLength)).toBe(countPlainly(each, linkLength));
          expect(shortenMentions(each)).toBe(each.replace(mention, '@$1'));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['a mention without a server', `@${'a'.repeat(longLength)}`],
    ['a mention with an empty server', `@${'a'.repeat(longLength / 2)}@${'.'.repeat(longLength / 2)}`],
    ['punctuation after a link', `https://a.bc/${'!'.repeat(longLength)}x`],
    ['brackets after a link', `https://a.bc/${')!'.repeat(longLength / 2)}`],
    ['a host without an end', `http://${'a_.'.repeat(longLength / 3)}`],
    ['links only', 'http://a.bc '.repeat(longLength / 12)],
  ])('%s: takes linear time', (_, text) => {
    requireLinear(() => countShortened(text, 23));
  });

  test('random texts take linear time', () => {
    const text = pathologicalText(longLength / 2);
    fc.assert(
      fc.property(text, (each) => requireLinear(() => countShortened(each, 23))),
      { numRuns: 40 },
    );
  });
});

test('a link that counts as millions of characters needs no more memory than another', () => {
  expect(countShortened('https://a.bc '.repeat(1000), 30_000_000)).toBe(30_000_001_000);
});
