/** Finds the tests that import a file, directly or not, and guesses which of them most likely notice a change. */
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

/** What is known about a change of a file. */
export interface Change {
  file: string;
  /** The code around it. */
  near: string;
  /** Tests that noticed other changes of the file. */
  killers: readonly string[];
}

/** Which file imports which, below a root. */
export class Imports {
  #importers = new Map<string, string[]>();
  #slow: ReadonlyMap<string, number>;
  /** The words of each test. */
  #words = new Map<string, ReadonlySet<string>>();

  constructor(root: string) {
    const withServer: string[] = [];
    for (const file of globSync(searched, { cwd: root, exclude: (path) => path.endsWith('node_modules') })) {
      const text = readFileSync(join(root, file), 'utf8');
      if (slow.test(text)) withServer.push(file);
      if (file.endsWith('.test.ts')) this.#words.set(file, wordsOf(`${file} ${text}`));
      for (const { fileName } of ts.preProcessFile(text).importedFiles) {
        const path = resolve(root, file, fileName);
        if (path !== undefined) this.#importers.set(path, [...(this.#importers.get(path) ?? []), file]);
      }
    }
    this.#slow = this.#reach(withServer);
  }

  /**
   * The tests that may notice a change: first all of the file's own module that need no server, then at most `limit`
   * others, the likeliest first.
   */
  groupTests({ file, near, killers }: Change, limit = Infinity): TestGroup[] {
    const distances = this.#reach([file]);
    const tests = [...distances.keys()].filter((each) => each.endsWith('.test.ts'));
    const isCheap = (test: string) => !this.#slow.has(test) && moduleOf(test) === moduleOf(file);
    const words = wordsOf(`${file} ${near}`);
    const rate = (test: string) => {
      const kills = killers.filter((each) => each === test).length;
      return (kills + this.#rateShared(test, words)) / (distances.get(test) ?? 1);
    };
    const others = tests.filter((test) => !isCheap(test)).map((test) => ({ test, rating: rate(test) }));
    const likeliest = others.sort((a, b) => b.rating - a.rating || (a.test < b.test ? -1 : 1));
    return [
      { tests: tests.filter(isCheap), needsServers: false },
      { tests: likeliest.slice(0, limit).map(({ test }) => test), needsServers: true },
    ];
  }

  /** Rates the words that a test shares with a change: higher if few tests contain them, and if the test is short. */
  #rateShared(test: string, words: ReadonlySet<string>): number {
    const all = [...this.#words.values()];
    const named = wordsOf(test);
    const own = this.#words.get(test) ?? new Set();
    return [...words]
      .filter((word) => own.has(word))
      .map((word) => {
        const rarity = Math.log((all.length + 1) / all.filter((each) => each.has(word)).length);
        return named.has(word) ? 3 * rarity : rarity;
      })
      .reduce((sum, each) => sum + each / Math.sqrt(own.size), 0);
  }

  /** These files, and every file that imports one of them, each with the number of files on the way plus one. */
  #reach(files: readonly string[]): Map<string, number> {
    const distances = new Map(files.map((file) => [file, 1]));
    for (const [file, distance] of distances) {
      for (const importer of this.#importers.get(file) ?? []) {
        if (!distances.has(importer)) distances.set(importer, distance + 1);
      }
    }
    return distances;
  }
}

/** The words of names and sentences, in lower case, without the plural. */
function wordsOf(text: string): Set<string> {
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  return new Set(
    words.map((word) => word.toLowerCase().replace(/s$/, '')).filter(({ length }) => length > 2),
  );
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
