import { expect, test } from 'vitest';
import { cidOf, isCid, readBlob } from './cid.ts';

const link = 'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua';

/** The expected values come from a second encoder, written from the specification. */
test('a record has the address that every server computes', () => {
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

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is not allowed in a record', (number) => {
  expect(() => cidOf({ number })).toThrow('whole numbers');
});

test('a server’s file is accepted only if its address is valid in a record', () => {
  const blob = { ref: { $link: link }, mimeType: 'image/png', size: 5 };
  expect(readBlob(blob)).toEqual({ $type: 'blob', ...blob });
  for (const $link of ['', 'nothing', link.slice(0, -1), `${link}a`, link.toUpperCase()]) {
    expect(isCid($link)).toBe(false);
    expect(readBlob({ ...blob, ref: { $link } })).toBeUndefined();
  }
});
