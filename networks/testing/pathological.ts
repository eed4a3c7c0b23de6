/** Texts that make a careless search read the same characters again and again. */
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';

const pieces = [
  ...['@', '@a', '.', '..', '-', '_', '!', ')', '(', ').', ')!', '<', '<br ', '>', '&', '&#1', ';', ' ', '/'],
  ...[
    'http://',
    'https://a.bc/',
    'https://a.bc',
    '://',
    '#',
    '#!',
    '$a',
    'a',
    'é',
    '鐘',
    '1',
    ':',
    '"',
    '\n',
  ],
  ...['😀', '👩\u200d', '🇩', '\u0301', '\u0327\u0301', '\u200d', '\ufe0f', '\ud83d'],
];

const piece = fc.constantFrom(...pieces);

/** A beginning, a long run of a few pieces, and an end that does not match the run. */
export function pathologicalText(length: number): fc.Arbitrary<string> {
  const repeat = fc.array(piece, { minLength: 1, maxLength: 3 });
  return fc
    .tuple(fc.array(piece, { maxLength: 3 }), repeat, fc.array(piece, { maxLength: 2 }))
    .map(([head, run, tail]) => {
      const unit = run.join('');
      return head.join('') + unit.repeat(Math.ceil(length / unit.length)) + tail.join('');
    });
}

/** Ordinary words mixed with the pieces. */
export const mixedText = fc
  .array(
    fc.oneof(piece, fc.constantFrom('bell', 'Grüße', '@bob@else.example', 'https://a.example/b_(c)', '.de')),
    {
      maxLength: 30,
    },
  )
  .map((parts) => parts.join(''));

/** Number of characters at which n² steps take minutes on any machine, and n steps a second or two. */
export const longLength = 1_000_000;

/**
 * Throws if the work takes 20 seconds. At {@link longLength} this does not depend on the machine: linear work takes 0.1
 * to 0.8 s, and 2 s if V8 does not optimize regular expressions (`--no-regexp-optimization`); quadratic work takes some
 * 500 s (measured on 2026-11-24). So a machine may be ten times slower.
 */
export function requireLinear(work: () => unknown): void {
  runInNewContext('work()', { work }, { timeout: 20_000 });
}
