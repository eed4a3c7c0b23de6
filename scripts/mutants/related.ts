/** Finds the tests that import a file, directly or not. */
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** By file below the root: the files that import it. */
export type Importers = ReadonlyMap<string, readonly string[]>;

const searched = '{networks,contract,messages,engine,server,scripts,prove,test}/**/*.ts';

export function readImporters(root: string): Importers {
  const importers = new Map<string, string[]>();
  for (const file of globSync(searched, { cwd: root })) {
    if (file.includes('node_modules')) continue;
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'));
    for (const { fileName } of importedFiles) {
      const path = resolve(root, file, fileName);
      if (path !== undefined) importers.set(path, [...(importers.get(path) ?? []), file]);
    }
  }
  return importers;
}

function resolve(root: string, importer: string, name: string): string | undefined {
  const path = name.startsWith('.') ? join(dirname(importer), name) : join('node_modules', name);
  const isOurs = name.startsWith('.') || name.startsWith('@belfry/');
  if (!isOurs || !existsSync(join(root, path))) return undefined;
  return relative(realpathSync(root), realpathSync(join(root, path)));
}

/** The tests that may notice a change of the file, the nearest first. */
export function listRelated(importers: Importers, file: string): string[] {
  const reached = new Set([file]);
  for (const each of reached) for (const importer of importers.get(each) ?? []) reached.add(importer);
  return [...reached].filter((each) => each.endsWith('.test.ts'));
}

/**
 * Groups of tests, cheapest first: of the file's own room, without and with the crash matrices; all that stand beside
 * their file; those of the whole service.
 */
export function groupTests(file: string, tests: readonly string[]): string[][] {
  const room = roomOf(file);
  const stageOf = (test: string) => {
    if (roomOf(test) === room) return /conformance|kit/.test(test) ? 1 : 0;
    return /^(server\/test|prove|test)\//.test(test) ? 3 : 2;
  };
  return [0, 1, 2, 3].map((stage) => tests.filter((test) => stageOf(test) === stage));
}

/** Tests of networks, engine and contract need no database, and count as one room. */
function roomOf(file: string): string {
  const [first, , room] = file.split('/');
  return first === 'server' ? `server/${room}` : 'networks';
}
