import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { applyMutant, drawMutants } from './draw.ts';
import type { Change } from './related.ts';
import { Imports } from './related.ts';

const root = mkdtempSync(join(tmpdir(), 'belfry-draw-'));
afterAll(() => rmSync(root, { recursive: true }));

const sources = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      lib: ['es5'],
      module: 'nodenext',
      noEmit: true,
      allowImportingTsExtensions: true,
      types: [],
    },
  }),
  'engine/bell.ts': `export type Bell = 'small' | 'large';
export const bells: { bell: Bell; weight: number; description: string; isCracked: boolean }[] = [
  { bell: 'small', weight: 7, description: 'Rings at noon.', isCracked: false },
  { bell: 'large', weight: 9, description: 'Rings at night.', isCracked: true },
];
declare const console: { log(value: number): void };
export function ring(weight: number, by?: { name?: string }): string {
  console.log(weight + 1);
  if (weight <= 0) return 'silence';
  return by?.name ?? 'nobody';
}
`,
  'engine/bell.test.ts': `import { ring } from './bell.ts'; ring(3);`,
  'server/src/posts/store.ts': `import { ring } from '../../../engine/bell.ts';
export const sql = \`select id, isCracked and weight < 9 as light
  from bells where weight <= 7 and rung_at < now() - interval '3 days'
  order by id for update of bells skip locked\` + ring(1);
`,
  'server/src/posts/posts.test.ts': `import { sql } from './store.ts'; "inject('postgres')"; sql;`,
  'server/test/scenarios/posts.test.ts': `import { sql } from '../../src/posts/store.ts'; sql;`,
  'server/test/scenarios/rings.test.ts': `import { sql } from '../../src/posts/store.ts'; const rungAt = sql;`,
};
for (const [file, text] of Object.entries(sources)) {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const scenarios = ['server/test/scenarios/posts.test.ts', 'server/test/scenarios/rings.test.ts'];

const draw = (options = {}) =>
  drawMutants(root, { seed: 1, count: 1000, tables: 1000, only: ['engine'], ...options });
const changesOf = (options: object) => draw(options).map(({ change }) => change);

const drawn = new Map<string, string[]>();
/** The changes of all these draws. Each draw is made once for all tests that look for a change in it. */
function changesOfSeeds(seeds: readonly number[], options: object = {}): string[] {
  return seeds.flatMap((seed) => {
    const key = JSON.stringify({ seed, ...options });
    const changes = drawn.get(key) ?? changesOf({ seed, ...options });
    drawn.set(key, changes);
    return changes;
  });
}

describe('a draw', () => {
  test('is the same for the same seed, and another one for another seed', () => {
    const some = { count: 5, tables: 2 };
    expect(changesOf({ ...some, seed: 7 })).toEqual(changesOf({ ...some, seed: 7 }));
    expect(changesOf({ ...some, seed: 7 })).not.toEqual(changesOf({ ...some, seed: 8 }));
  });

  test('has as many rows of tables as it was asked for', () => {
    const drawn = draw({ count: 5, tables: 2 });
    expect([drawn.length, drawn.filter(({ isRow }) => isRow).length]).toEqual([5, 2]);
  });

  test('never changes tests, types, logs or texts for people', () => {
    const text = readFileSync(join(root, 'engine/bell.ts'), 'utf8');
    for (const mutant of draw()) {
      expect(mutant.file).toBe('engine/bell.ts');
      const changed = applyMutant(text, mutant);
      expect(changed).toContain("export type Bell = 'small' | 'large';");
      expect(changed).toContain('console.log(weight + 1);');
    }
    expect(changesOf({}).filter((change) => /^'Rings|^description/.test(change))).toEqual([]);
  });

  test.each([
    '\'small\' → "large"',
    'true → false',
    '<= → <',
    "by?.name ?? 'nobody' → 'nobody'",
    "return 'silence'; → {}",
  ])('can make the change %s', (change) => {
    expect(changesOfSeeds([1, 2, 3, 4, 5, 6])).toContain(change);
  });

  test.each([
    '<= → <',
    '< → <=',
    'for update of bells skip locked → nothing',
    '3 → 0',
    "and rung_at < now() - interval '3 days' → nothing",
    'and weight < 9 → nothing',
  ])('can change SQL: %s', (change) => {
    expect(changesOfSeeds([1, 2, 3, 4, 5, 6, 7, 8], { only: ['server/src/posts'] })).toContain(change);
  });
});

describe('the tests that may notice a change', () => {
  const testsOf = (file: string, limit?: number, more: Partial<Change> = {}) =>
    new Imports(root).groupTests({ file, near: '', killers: [], ...more }, limit).map(({ tests }) => tests);

  test('are those of its module without servers, then the nearest others', () => {
    expect(testsOf('engine/bell.ts')).toEqual([
      ['engine/bell.test.ts'],
      ['server/src/posts/posts.test.ts', ...scenarios],
    ]);
    expect(testsOf('server/src/posts/store.ts')).toEqual([
      [],
      ['server/src/posts/posts.test.ts', ...scenarios],
    ]);
  });

  test('begin with those that noticed other changes of the file', () => {
    expect(testsOf('engine/bell.ts', 1, { killers: ['server/test/scenarios/rings.test.ts'] })).toEqual([
      ['engine/bell.test.ts'],
      ['server/test/scenarios/rings.test.ts'],
    ]);
  });

  test('begin with those that share rare words with the changed code', () => {
    const near = 'const rung_at = now()';
    expect(testsOf('server/src/posts/store.ts', 1, { near })).toEqual([
      [],
      ['server/test/scenarios/rings.test.ts'],
    ]);
  });
});
