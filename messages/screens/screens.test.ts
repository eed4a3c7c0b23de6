/** What the service says by code has words in every language but English, whose sentences the service itself has. */
import { type DetailCode, detailCodes, sentences } from '@belfry/contract/details.ts';
import { errorCodes } from '@belfry/contract/error.ts';
import { targetErrorCodes } from '@belfry/contract/targets.ts';
import { expect, test } from 'vitest';
import { details } from './de/details.ts';
import { errors } from './de/errors.ts';
import { faults } from './de/faults.ts';
import type { ErrorWords } from './en/errors.ts';

const complete = /^[A-ZÄÖÜ0-9@„].*[.!?]$/;
const broken = /undefined|NaN|\[object|\$\{|\s\s/;

test.each(errorCodes)('the error %s is a sentence with and without its details', (code) => {
  const known = {
    accounts: [{ username: 'ada' }, { username: 'bell' }],
    channel: { username: 'tower' },
    channels: 2,
    quota: 1_000_000,
    target_ids: [1, 2],
    used: 1_200_000,
  };
  for (const details of [{}, known]) {
    expect(errors[code](details)).toMatch(complete);
    expect(errors[code](details)).not.toMatch(broken);
  }
});

test('an error counts in singular and plural', () => {
  expect(errors.app_in_use({ channels: 1 })).toBe(
    '1 Kanal verwendet diese App noch. Entfernen Sie ihn zuerst.',
  );
  expect(errors.confirm_resend_required({ target_ids: [1, 2] })).toMatch(/^Auf 2 Kanälen /);
});

const exampleOf = (code: DetailCode) =>
  (sentences[code] as { example?: Readonly<Record<string, unknown>> }).example ?? {};
const describe = (code: DetailCode, params: object) => (details[code] as (params: object) => string)(params);

test.each(detailCodes)('the error of a field %s is a sentence', (code) => {
  expect(describe(code, exampleOf(code))).toMatch(complete);
  expect(describe(code, exampleOf(code))).not.toMatch(broken);
});

const limited = detailCodes.filter((code) => 'limit' in exampleOf(code));

test.each(limited)('the error of a field %s has its number, and a singular', (code) => {
  const [one, many] = [1, 1200].map((limit) => describe(code, { limit }));
  expect(many).toContain('1.200');
  expect(one).toMatch(/\b1\b/);
});

test('the error of a field counts in singular and plural', () => {
  expect([1, 2].map((limit) => details.too_many_entries({ limit }))).toEqual([
    'Höchstens 1 Eintrag.',
    'Höchstens 2 Einträge.',
  ]);
});

test.each(targetErrorCodes)('the failure %s is a sentence', (code) => {
  expect(faults[code]()).toMatch(complete);
});

test('a language that lacks an error does not compile', () => {
  const { forbidden, ...lacking } = errors;
  const take = (words: ErrorWords) => Object.keys(words).length;
  // @ts-expect-error: the type check fails if this compiles.
  expect(take(lacking)).toBe(errorCodes.length - 1);
  expect(forbidden({})).not.toBe('');
});
