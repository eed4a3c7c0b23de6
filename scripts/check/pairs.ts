/**
 * Finds modules of the server that import each other. Each such pair needs a reason here. Imports of types do not
 * count, nor do those of `routes.ts`, which only the server of `process/` imports.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Pair {
  modules: readonly [string, string];
  why: string;
}

const pairs: readonly Pair[] = [
  {
    modules: ['accounts', 'workspaces'],
    why: 'an invitation creates a user; the sessions of a member who leaves lose their rights',
  },
  {
    modules: ['channels', 'network-apps'],
    why: 'channels connect by an app; a change of its keys counts the grants of channels',
  },
  {
    modules: ['channels', 'workspaces'],
    why: 'channels lock their workspace; a member may be limited to some channels',
  },
  {
    modules: ['media', 'posts'],
    why: 'posts attach files; deleting a file voids the approvals and consents of posts that show it',
  },
];

const IMPORTS =
  /\b(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s+'(\.[^']+)'|\bimport\s*\(?\s*'(\.[^']+)'/g;

/** Returns the findings below `root`. */
export function findPairs(root: string): string[] {
  const imported = readImports(root);
  const found = [...imported].flatMap(([from, modules]) =>
    [...modules].filter((to) => from < to && imported.get(to)?.has(from)).map((to) => `${from} and ${to}`),
  );
  const named = pairs.map(({ modules }) => modules.join(' and '));
  return [
    ...found
      .filter((pair) => !named.includes(pair))
      .map((pair) => `${pair} import each other, and scripts/check/pairs.ts has no reason for it`),
    ...named.filter((pair) => !found.includes(pair)).map((pair) => `${pair} do not import each other`),
  ].sort();
}

/** The modules whose code each module imports. */
function readImports(root: string): Map<string, Set<string>> {
  const imported = new Map<string, Set<string>>();
  for (const file of globSync('server/src/*/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/routes\.ts$|^server\/src\/process\/app\.ts$/.test(file)) continue;
    const from = moduleOf(file);
    const others = imported.get(from) ?? new Set();
    for (const path of importsOf(readFileSync(join(root, file), 'utf8'))) {
      const to = join(dirname(file), path);
      if (to.startsWith('server/src/') && moduleOf(to) !== from) others.add(moduleOf(to));
    }
    imported.set(from, others);
  }
  return imported;
}

function importsOf(code: string): string[] {
  return [...code.matchAll(IMPORTS)].flatMap(([, type, names = '', from, alone]) => {
    const isType = type !== undefined || areTypes(names);
    return isType ? [] : [from ?? alone ?? ''];
  });
}

/** Whether all of `{ type A, type B }` are types. */
function areTypes(names: string): boolean {
  const each = names
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return each.length > 0 && each.every((name) => name.startsWith('type '));
}

function moduleOf(path: string): string {
  return path.split('/')[2] ?? '';
}
