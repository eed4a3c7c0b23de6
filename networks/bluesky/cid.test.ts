import { expect, test } from 'vitest';
import { readBlob } from './blob.ts';
import { cidOf, isCid } from './cid.ts';

const link = 'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua';

/** What two encoders agree on: this one, and one that was written after the specification. */
test('a record has the address that every server gives it', () => {
  expect(cidOf({})).toBe(link);
  const image = { $type: 'blob', ref: { $link: link }, mimeType: 'image/png', size: 70_000 };
  const record = {
    $type: 'app.bsky.feed.post',
    text: 'Grüße 🔔',
    createdAt: '2026-11-21T12:00:00.000Z',
    langs: ['de'],
    embed: {
      $type: 'app.bsky.embed.images',
      images: [{ alt: '', image, aspectRatio: { width: 4, height: 3 } }],
    },
    ok: true,
    no: null,
    minus: -1,
    big: 4_294_967_296,
  };
  expect(cidOf(record)).toBe('bafyreiegm5ssxiorc7ig66agwthkrpwj4bdlncnybj2fhntgo2lgjdexbm');
});

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d can stand in no record', (number) => {
  expect(() => cidOf({ number })).toThrow('whole numbers');
});

test('a server’s file is taken only by an address that a record can hold', () => {
  const blob = { ref: { $link: link }, mimeType: 'image/png', size: 5 };
  expect(readBlob(blob)).toEqual({ $type: 'blob', ...blob });
  for (const $link of ['', 'nothing', link.slice(0, -1), `${link}a`, link.toUpperCase()]) {
    expect(isCid($link)).toBe(false);
    expect(readBlob({ ...blob, ref: { $link } })).toBeUndefined();
  }
});
