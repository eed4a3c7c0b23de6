/** Finds the tests that import a file, directly or not. */
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** Sources that use a database, or another large server. */
const slow = /inject\('postgres'\)|'@atproto\/pds'/;

const searched = '{networks,contract,messages,engine,server,scripts,prove,test}/**/*.ts';

export interface TestGroup {
  tests: readonly string[];
  needsServers: boolean;
}

/** Which file imports which, below a root. */
export class Imports {
  #importers = new Map<string, string[]>();
  #slow: ReadonlySet<string>;

  constructor(root: string) {
    const withServer: string[] = [];
    for (const file of globSync(searched, { cwd: root, exclude: (path) => path.endsWith('node_modules') })) {
      const text = readFileSync(join(root, file), 'utf8');
      if (slow.test(text)) withServer.push(file);
      for (const { fileName } of ts.preProcessFile(text).importedFiles) {
        const path = resolve(root, file, fileName);
        if (path !== undefined) this.#importers.set(path, [...(this.#importers.get(path) ?? []), file]);
      }
    }
    this.#slow = this.#reach(withServer);
  }

  /**
   * The tests that may notice a change of the file. Cheapest first: those of its own module, without and with servers;
   * all that stand beside their file; those of the whole service.
   */
  groupTests(file: string): TestGroup[] {
    const module = moduleOf(file);
    const stageOf = (test: string) => {
      if (/^(server\/test|prove|test)\//.test(test)) return 3;
      if (moduleOf(test) !== module) return 2;
      return this.#slow.has(test) ? 1 : 0;
    };
    const tests = [...this.#reach([file])].filter((each) => each.endsWith('.test.ts'));
    return [0, 1, 2, 3].map((stage) => ({
      tests: tests.filter((test) => stageOf(test) === stage),
      needsServers: stage > 0,
    }));
  }

  /** These files, and every file that imports one of them. */
  #reach(files: readonly string[]): Set<string> {
    const reached = new Set(files);
    for (const each of reached) for (const importer of this.#importers.get(each) ?? []) reached.add(importer);
    return reached;
  }
}

function resolve(root: string, importer: string, name: string): string | undefined {
  const path = name.startsWith('.') ? join(dirname(importer), name) : join('node_modules', name);
  const isOurs = name.startsWith('.') || name.startsWith('@belfry/');
  if (!isOurs || !existsSync(join(root, path))) return undefined;
  return relative(realpathSync(root), realpathSync(join(root, path)));
}

/** Networks, engine and contract count as one module. */
function moduleOf(file: string): string {
  const [first, , module] = file.split('/');
  return first === 'server' ? `server/${module}` : 'networks';
}
