import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const networks = readdirSync(join(root, 'networks'));
const sections = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(/^## /m);
const flows = sections.find((section) => section.startsWith('Flows\n')) ?? '';
const paths = readPaths(flows);

function readPaths(text: string): string[] {
  return [...text.matchAll(/`([\w<>./-]+(?:\.ts|\.mjs|\/))`/g)].map(([, path = '']) => path);
}

/** Relative to the root, to `server/src` or to `networks`. `<name>` is the folder of at least one network. */
function isThere(path: string): boolean {
  return networks
    .map((network) => path.replace('<name>', network))
    .some((path) => ['', 'server/src', 'networks'].some((base) => existsSync(join(root, base, path))));
}

test('every path in the flows of architecture.md exists', () => {
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('every path with a folder in the decisions exists', () => {
  const named = readdirSync(join(root, 'docs/decisions')).flatMap((file) =>
    readPaths(readFileSync(join(root, 'docs/decisions', file), 'utf8'))
      .filter((path) => path.includes('/'))
      .map((path) => ({ file, path })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ path }) => !isThere(path))).toEqual([]);
});
