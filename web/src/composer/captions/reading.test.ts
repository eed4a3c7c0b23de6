import { MAX_CAPTIONS } from '@belfry/networks/core/captions.ts';
import { expect, test } from 'vitest';
import { guessLanguage, readText } from './reading.ts';

test.each([
  ['film.en.srt', 'en'],
  ['film_pt-BR.vtt', 'pt-BR'],
  ['film pt_br.vtt', 'pt-BR'],
  ['film-de.srt', 'de'],
  ['my.film.zh-Hant.srt', 'zh-Hant'],
  ['film.ger.srt', 'de'],
  ['FR.SRT', 'fr'],
  ['es-419.vtt', 'es-419'],
  ['film.srt', undefined],
  ['the-end.srt', undefined],
  ['en', undefined],
])('the name %s tells the language %s', (name, language) => {
  expect(guessLanguage(name)).toBe(language);
});

const utf16 = (text: string, swap: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return swap ? bytes.swap16() : bytes;
};

test.each([
  ['UTF-8', Buffer.from('Türme – ☃')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFTürme – ☃')],
  ['UTF-16', utf16('Türme – ☃', false)],
  ['UTF-16, the high bytes first', utf16('Türme – ☃', true)],
])('a text in %s is read', async (_, bytes) => {
  expect(await readText(new Blob([bytes]))).toBe('Türme – ☃');
});

test('a text of bytes that are not UTF-8 is read as of Windows', async () => {
  expect(await readText(new Blob([Buffer.from('54fc726d652096', 'hex')]))).toBe('Türme –');
});

test('a file that is too large is not read', async () => {
  const large = new Blob([new Uint8Array(3 * MAX_CAPTIONS + 1)]);
  large.arrayBuffer = () => Promise.reject(new Error('It was read.'));
  expect(await readText(large)).toBeUndefined();
  expect(await readText(new Blob(['a'.repeat(MAX_CAPTIONS)]))).toHaveLength(MAX_CAPTIONS);
  expect(await readText(new Blob(['a'.repeat(MAX_CAPTIONS + 1)]))).toBeUndefined();
});
