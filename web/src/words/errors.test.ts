import { detail } from '@belfry/contract/details.ts';
import { screens as de } from '@belfry/messages/screens/de.ts';
import { screens as en } from '@belfry/messages/screens/en.ts';
import { ApiError } from '@belfry/sdk/client.ts';
import { expect, test } from 'vitest';
import { describeError, describeFieldError } from './errors.ts';

const german = { ...de, language: 'de' } as const;
const english = { ...en, language: 'en' } as const;

/** As the service answers. */
function refusal(body: object): ApiError {
  return new ApiError(
    { status: 422, headers: new Headers() },
    { message: 'In English.', request_id: 'r', ...body },
    1,
  );
}

const tooLong = detail('targets.0.content', 'too_long', { limit: 1200 });
const invalid = refusal({
  code: 'invalid',
  message: tooLong.message,
  errors: { 'targets.0.content': [tooLong.message], odd: ['odd is odd.'] },
  details: [tooLong, { field: 'odd', code: 'a_later_code', params: {}, message: 'odd is odd.' }],
});

test('a field is described from code and params, without its name', () => {
  expect(describeFieldError(german, invalid, 'targets.0.content')).toBe('Höchstens 1.200 Zeichen.');
  expect(describeFieldError(english, invalid, 'targets.0.content')).toBe(tooLong.message);
  expect(describeFieldError(german, invalid, 'name')).toBeUndefined();
});

test('a code of a later release keeps the sentence of the service', () => {
  expect(describeFieldError(german, invalid, 'odd')).toBe('odd is odd.');
  const later = refusal({ code: 'a_later_code' });
  expect(describeError(german, later)).toBe('In English.');
});

test('the error of a whole request names the field', () => {
  expect(describeError(german, invalid)).toBe('Text: Höchstens 1.200 Zeichen.');
  expect(describeError(english, invalid)).toBe(tooLong.message);
});

test('no language names a parameter of the API to who searches', () => {
  const many = detail('q', 'too_many_words', { limit: 10 });
  const search = refusal({ code: 'invalid', message: many.message, details: [many] });
  expect(describeError(english, search)).toBe('The search takes at most 10 words.');
  expect(describeError(german, search)).toBe('Suche: Höchstens 10 Wörter.');
});

test('an error is described from its details', () => {
  const full = refusal({ code: 'media_quota_exceeded', details: { used: 2_100_000_000, quota: 2e9 } });
  expect(describeError(german, full)).toBe(
    'Der Arbeitsbereich belegt 2,1 GB von 2 GB für Medien. Löschen Sie Dateien, die Sie nicht mehr brauchen.',
  );
});

test('a post that networks do not accept is described as a whole, since its details do not name the channel', () => {
  const details = [{ ...tooLong, field: 'targets.0.settings.username' }];
  const refused = refusal({ code: 'limits_exceeded', details });
  expect(describeError(german, refused)).toBe('Ein Netzwerk nimmt diesen Beitrag so nicht an.');
  expect(describeError(english, refused)).toBe('In English.');
});

test('what does not exist is said in words for people', () => {
  const gone = refusal({ code: 'not_found', message: 'Not found. Check the path.' });
  expect(describeError(english, gone)).toBe(en.errors.not_found?.({}));
  expect(describeError(german, gone)).toBe(de.errors.not_found?.({}));
});

test('a field without details has the sentence of the error', () => {
  const refused = refusal({ code: 'link_refused', errors: { url: ['The link is private.'] } });
  expect(describeFieldError(german, refused, 'url')).toMatch(/^Die Datei ließ sich nicht herunterladen/);
  expect(describeFieldError(english, refused, 'url')).toBe('The link is private.');
});

test('a code that came without an answer has words in every language', () => {
  expect(describeError(english, undefined, 'link_over')).toBe(en.errors.link_over?.({}));
  expect(describeError(german, undefined, 'link_over')).toBe(de.errors.link_over?.({}));
  expect(describeError(german, undefined, 'nonsense')).toBeUndefined();
});
