import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const scenarios = readFiles('server/test/scenarios');
const files = new Map([...scenarios, ...readFiles('engine')]);
const rows = readRows();

/** By name, without `.test.ts`. */
function readFiles(folder: string): [string, string][] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => [name.replace('.test.ts', ''), readFileSync(join(root, folder, name), 'utf8')]);
}

/** The last cell of each row, by its number. */
function readRows() {
  const table = readFileSync(join(root, 'docs/faults.md'), 'utf8').matchAll(/^\| (\d+) \|.*\| ([^|]+) \|$/gm);
  return new Map([...table].map(([, number, shown = '']) => [Number(number), shown]));
}

/** Each file that a cell names, with the titles quoted after it. */
function readCell(cell: string) {
  return [...cell.matchAll(/`([\w-]+)`((?: “[^”]+”)*)/g)].map(([, file = '', quoted = '']) => ({
    file,
    titles: [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }));
}

/** The row numbers at the beginning of a file's titles. */
function readNumbers(source: string): Set<number> {
  return new Set([...source.matchAll(/['"`](\d+): /g)].map(([, number]) => Number(number)));
}

test('every row of faults.md exists, and names a test or says “Not shown”', () => {
  expect([...rows.keys()]).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  const bare = [...rows].filter(([, cell]) => readCell(cell).length === 0 && !cell.startsWith('Not shown'));
  expect(bare).toEqual([]);
});

test('every test that faults.md names exists', () => {
  const gone = [...rows].flatMap(([number, cell]) =>
    readCell(cell).flatMap(({ file, titles }) => {
      const source = files.get(file) ?? '';
      if (titles.length === 0) return readNumbers(source).has(number) ? [] : [`${number}: ${file}`];
      return titles
        .filter((title) => !source.includes(`'${title}'`))
        .map((title) => `${number}: ${file}, ${title}`);
    }),
  );
  expect(gone).toEqual([]);
});

test('every test with a number is named by its row', () => {
  const unnamed = scenarios
    .filter(([file]) => file.startsWith('faults-'))
    .flatMap(([file, source]) =>
      [...readNumbers(source)]
        .filter((number) => !readCell(rows.get(number) ?? '').some((cell) => cell.file === file))
        .map((number) => `${number} in ${file}`),
    );
  expect(unnamed).toEqual([]);
});
