import { expect, test } from 'vitest';
import { entryOf, toJson, writeReadme } from './entries.ts';
import { sections } from './sections/store.ts';

test.each([
  ['bell.png', 'bell.png'],
  ['bell', 'bell.png'],
  ['x.tar.gz', 'x.tar.png'],
  ['глокая куздра.png', 'глокая куздра.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['C:\\windows\\x.png', 'x.png'],
  ['a\u202egnp.exe', 'agnp.png'],
  ['nul\u0000byte', 'nulbyte.png'],
  ['\ud800.png', '\ufffd.png'],
  ['. . .', 'file.png'],
  ['ü'.repeat(300), `${'ü'.repeat(100)}.png`],
  [`${'🔔'.repeat(300)}.png`, `${'🔔'.repeat(50)}.png`],
])('names the file %j %j in the zip', (name, safe) => {
  expect(entryOf({ id: 7, name, mime_type: 'image/png' })).toBe(`media/7-${safe}`);
});

const print = async (file: 'a.json' | 'a.ndjson', pages: object[][]) => {
  const rows = (async function* () {
    yield* pages as Record<string, unknown>[][];
  })();
  return Buffer.concat(await Array.fromAsync(toJson({ file }, rows))).toString();
};

test.each([[[]], [[[{ a: 1 }]]], [[[{ a: 1 }, { a: '\n' }], [{ a: 3 }]]]])(
  '%j is valid JSON',
  async (pages) => {
    expect(JSON.parse(await print('a.json', pages))).toEqual(pages.flat());
    const lines = (await print('a.ndjson', pages)).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line))).toEqual(pages.flat());
  },
);

test('the README explains every file, in lines of at most 120 characters', () => {
  const text = writeReadme({ name: 'Mill', at: '2027-01-15T12:00:00Z', media: true });
  for (const { file } of sections) expect(text).toContain(`\n${file}\n    `);
  expect(text.split('\n').filter((line) => line.length > 120)).toEqual([]);
});
