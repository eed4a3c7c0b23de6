import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findPairs } from './pairs.ts';

const root = join(import.meta.dirname, '../..');
const trees: string[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true });
});

test('the modules of the server keep the rule', () => {
  expect(findPairs(root)).toEqual([]);
});

test('two modules that import each other are found', () => {
  expect(
    pairsOf({
      'tags/tags.ts': "import { list } from '../polls/index.ts';",
      'polls/sub/polls.ts': "import {\n  type Tag,\n  tag,\n} from '../../tags/index.ts';",
    }),
  ).toEqual(['polls and tags import each other, and scripts/check/pairs.ts has no reason for it']);
});

test('an export from another module, and an import without names, are found too', () => {
  expect(
    pairsOf({
      'tags/index.ts': "export { list } from '../polls/index.ts';",
      'polls/a.ts': "import '../tags/index.ts';",
    }),
  ).toHaveLength(1);
});

test('types, routes and tests do not count', () => {
  const back = "import { tag } from '../tags/index.ts';";
  expect(
    pairsOf({
      'tags/tags.ts': "import { list } from '../polls/index.ts';",
      'polls/types.ts':
        "import type { Tag } from '../tags/index.ts';\nimport { type Tags } from '../tags/index.ts';",
      'polls/routes.ts': back,
      'polls/polls.test.ts': back,
    }),
  ).toEqual([]);
});

test('a reason without its pair is reported', () => {
  expect(pairsIn({})).toContain('media and posts do not import each other');
});

/** The findings about modules without a reason. */
function pairsOf(files: Record<string, string>): string[] {
  return pairsIn(files).filter((finding) => finding.includes('has no reason'));
}

function pairsIn(files: Record<string, string>): string[] {
  const tree = mkdtempSync(join(tmpdir(), 'belfry-pairs-'));
  trees.push(tree);
  for (const [path, code] of Object.entries(files)) {
    const file = join(tree, 'server/src', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${code}\n`);
  }
  return findPairs(tree);
}
