import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longLength, pathologicalText, requireLinear } from '../../testing/pathological.ts';
import { rewriteLittle, showLittle } from './fake-little.ts';
import { encodeLittle, isLikeLittle, isSameLittle } from './text.ts';

test.each([
  ['plain words', 'Ding dong', 'Ding dong'],
  ['every reserved sign', '\\|{}@[]()<>#*_~', '\\\\\\|\\{\\}\\@\\[\\]\\(\\)\\<\\>\\#\\*\\_\\~'],
  [
    'other signs, arrows and emoji',
    'a→b ✅ 👨‍👩‍👧 & "c" $5 % ^ + = / ?',
    'a→b ✅ 👨‍👩‍👧 & "c" $5 % ^ + = / ?',
  ],
  ['a hashtag', 'Hear #bells now', 'Hear #bells now'],
  ['a hashtag of another script', '#Glöckchen #鐘', '#Glöckchen #鐘'],
  ['a hashtag that ends at a sign', '#bells_tower (#bells)', '#bells\\_tower \\(#bells\\)'],
  ['a number sign that begins no hashtag', '# #1 a#b ##x', '\\# \\#1 a\\#b \\#\\#x'],
  ['a mention of a Page', 'By @[Acme Corp](urn:li:organization:1)', 'By @[Acme Corp](urn:li:organization:1)'],
  ['a mention of a person', '@[Eddy](urn:li:person:a-B_9)!', '@[Eddy](urn:li:person:a-B_9)!'],
  [
    'signs in the name of a mention',
    '@[A (B) *C*](urn:li:person:1)',
    '@[A \\(B\\) \\*C\\*](urn:li:person:1)',
  ],
  [
    'a mention of nothing that can be mentioned',
    '@[A](urn:li:share:1) @[](urn:li:person:1) @ada',
    '\\@\\[A\\]\\(urn:li:share:1\\) \\@\\[\\]\\(urn:li:person:1\\) \\@ada',
  ],
  ['a template of a person’s own', '{hashtag|\\#|x}', '\\{hashtag\\|\\\\\\#\\|x\\}'],
  ['an address', 'https://a.example/b_c?d=(e)#f', 'https://a.example/b\\_c?d=\\(e\\)\\#f'],
])('%s', (_, text, little) => {
  expect(encodeLittle(text)).toBe(little);
});

test('readers see every text as it was written', () => {
  const signs = fc.stringMatching(/^[\\|{}@[\]()<>#*_~ a\n1é🔔:]{0,40}$/u);
  fc.assert(
    fc.property(signs, (text) => {
      expect(showLittle(encodeLittle(text))).toBe(text);
    }),
  );
});

test('readers see the names of those who are mentioned', () => {
  const text = 'Thanks, @[Acme (UK)](urn:li:organization:2414183) and @[Eddy](urn:li:person:1)!';
  expect(showLittle(encodeLittle(text))).toBe('Thanks, Acme (UK) and Eddy!');
});

test('without escapes, readers would see only the beginning', () => {
  expect(showLittle('Bells (all of them)')).toBe('Bells ');
});

test('a text is known again when LinkedIn returns it', () => {
  const sent = encodeLittle('Hear #bells (all) by @[Acme](urn:li:organization:1)\n_now_ ');
  expect(rewriteLittle(sent)).not.toBe(sent);
  expect(isSameLittle(rewriteLittle(sent), sent)).toBe(true);
  expect(isSameLittle('{hashtag|#|bells}', '#bells')).toBe(true);
  expect(isSameLittle(sent, encodeLittle('Hear #bells (all)'))).toBe(false);
  expect(isSameLittle(encodeLittle('a*b'), encodeLittle('a_b'))).toBe(false);
});

test('a text that LinkedIn composes is the same', () => {
  expect(isSameLittle('Caf\u00e9', 'Cafe\u0301')).toBe(true);
  expect(isSameLittle('\u226e', encodeLittle('<\u0338'))).toBe(true);
});

test('texts of the same letters and digits may be the same', () => {
  expect(isLikeLittle('“Ding”, {hashtag|\\#|bells} &amp 1', encodeLittle('"ding" #Bells amp 1 🔔'))).toBe(
    true,
  );
  expect(isLikeLittle('Ding 1', 'Ding 2')).toBe(false);
  expect(isLikeLittle('Ding', 'Ding dong')).toBe(false);
});

test('long texts of any kind are encoded and compared in linear time', () => {
  fc.assert(
    fc.property(pathologicalText(longLength), (text) => {
      requireLinear(() => encodeLittle(text));
      requireLinear(() => isSameLittle(text, 'x'));
      requireLinear(() => isLikeLittle(text, 'x'));
    }),
    { numRuns: 10 },
  );
  requireLinear(() => encodeLittle('@[a'.repeat(longLength / 3)));
  requireLinear(() => isSameLittle('{hashtag|#|a'.repeat(longLength / 12), 'x'));
});
