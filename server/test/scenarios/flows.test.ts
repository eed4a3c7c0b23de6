import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const networks = readdirSync(join(root, 'networks'));
const sections = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(/^## /m);
const flows = sections.find((section) => section.startsWith('Flows\n')) ?? '';
const paths = [...flows.matchAll(/`([\w<>./-]+(?:\.ts|\.mjs|\/))`/g)].map(([, path = '']) => path);

/** Relative to the root or to `server/src`. `<name>` is the folder of at least one network. */
function isThere(path: string): boolean {
  return networks
    .map((network) => path.replace('<name>', network))
    .some((path) => existsSync(join(root, path)) || existsSync(join(root, 'server/src', path)));
}

test('every path in the flows of architecture.md exists', () => {
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});
