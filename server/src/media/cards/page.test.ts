import { finish } from '@belfry/networks/core/check.ts';
import { describe, expect, test } from 'vitest';
import { walkPage } from './page.ts';

const url = new URL('https://tower.example/bells/today');

const read = (html: string | Uint8Array, type = 'text/html') =>
  finish(walkPage(typeof html === 'string' ? Buffer.from(html) : html, { url, type }));

describe('a page', () => {
  test('says its title, description, site and picture by Open Graph', () => {
    const html = `<!doctype html><html><head><title>Other</title>
      <meta property="og:title" content="The bells &amp; the tower"><meta property="og:site_name" content="Tower">
      <meta property="og:description" content="They ring\n  at nine."><meta property="og:image" content="../bell.png">`;
    expect(read(html)).toEqual({
      title: 'The bells & the tower',
      description: 'They ring at nine.',
      site: 'Tower',
      image: 'https://tower.example/bell.png',
    });
  });

  test('without Open Graph says what its title and its description say', () => {
    const html =
      '<title> Bells </title><META NAME="Description" CONTENT="Of old"><svg><title>Icon</title></svg>';
    expect(read(html)).toEqual({ title: 'Bells', description: 'Of old', site: 'tower.example', image: null });
  });

  test.each([
    ['in the answer', 'text/html; charset=iso-8859-1', ''],
    ['in the page', 'text/html', '<meta charset="iso-8859-1">'],
  ])('is read in the encoding that is named %s', (_, type, meta) => {
    const bytes = Buffer.from(`${meta}<title>Türme</title>`, 'latin1');
    expect(read(bytes, type).title).toBe('Türme');
  });

  test('in an unknown encoding is read as UTF-8', () => {
    expect(read('<title>Türme</title>', 'text/html; charset=nothing').title).toBe('Türme');
  });

  test('that is no HTML says only its host', () => {
    const nothing = { title: null, description: null, site: 'tower.example', image: null };
    expect(read('{"title": "x"}', 'application/json')).toEqual(nothing);
    expect(read(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 255]))).toEqual(nothing);
    expect(read('')).toEqual(nothing);
  });
});

describe('a hostile page', () => {
  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'http://[',
    `https://x.example/${'a'.repeat(5000)}`,
  ])('names no picture by %.40s', (address) => {
    expect(read(`<meta property="og:image" content="${address}">`).image).toBeNull();
  });

  test('cannot hide text, turn it around or break its line', () => {
    const { title } = read('<title>a\u202eb\u0000c\u200bd\r\n\u2028e\ud800</title>');
    expect(title).toMatch(/^ab.?cd e.?$/u);
    expect(title).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202e\u200b]/u);
  });

  test('gets its texts cut', () => {
    const long = '🔔'.repeat(10_000);
    const html = `<title>${long}</title><meta name=description content="${long}"><meta property=og:site_name content="${long}">`;
    const { title, description, site } = read(html);
    expect([title, description, site].map((text) => [...(text ?? '')].length)).toEqual([300, 500, 100]);
  });

  test('with markup in its texts stays text', () => {
    expect(read('<title><script>alert(1)</script></title>').title).toBe('<script>alert(1)</script>');
  });

  test.each([
    ['open elements', '<a>', ''],
    ['ends without a beginning', '<a>', '</b>'],
  ])('of very many %s is read up to the 3,000th', (_, open, close) => {
    const titleAfter = (tags: number) => {
      const html = open.repeat(close === '' ? tags : tags / 2) + close.repeat(tags / 2);
      return read(`${html}<meta property="og:title" content="x">`).title;
    };
    expect([titleAfter(2998), titleAfter(3000)]).toEqual(['x', null]);
  });

  test('of very many attributes or entities is read', () => {
    const attributes = `<meta ${'a=b '.repeat(120_000)}><title>x</title>`;
    expect(read(attributes).title).toBe('x');
    expect(read(`<title>${'&amp;'.repeat(100_000)}`).title).toBe('&'.repeat(300));
  });

  test('is parsed in steps of 16 KB, also in the middle of a tag', () => {
    const html = `<meta property=og:title ${'a=b '.repeat(8000)} content="${'x'.repeat(20_000)}Bells">`;
    const steps = walkPage(Buffer.from(html), { url, type: 'text/html' });
    expect([...steps]).toHaveLength(Math.ceil(html.length / (16 * 1024)));
    expect(read(html).title).toBe('x'.repeat(300));
  });
});
