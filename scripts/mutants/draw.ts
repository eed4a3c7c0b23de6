/** Draws mutants of the code by a seed. The same seed draws the same mutants of the same sources. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type Random, randomOf } from '../../prove/random.ts';
import { listMutations, type Mutation } from './mutations.ts';

export interface Mutant extends Mutation {
  /** Identifies the mutant as long as its file stays the same. */
  id: string;
  file: string;
  line: number;
  /** What changes, on one line. */
  change: string;
}

export interface DrawOptions {
  seed: number;
  count: number;
  /** How many of them are rows of tables. */
  tables: number;
  /** Folders or files, below `root`. */
  only: readonly string[];
}

const notMutated = /\.test\.ts$|\/fake[^/]*$|\/testing\/|\/test\/|\/node_modules\//;

/** Only mutants that compile, at most one at each place. */
export function drawMutants(root: string, { seed, count, tables, only }: DrawOptions): Mutant[] {
  const files = only.flatMap((path) =>
    globSync(path.endsWith('.ts') ? path : `${path}/**/*.ts`, { cwd: root }),
  );
  const sources = new Sources(root, files.filter((file) => !notMutated.test(`/${file}`)).sort());
  const all = sources.listMutants();
  const random = randomOf('mutants', seed);
  const take = (isRow: boolean, most: number) =>
    takeCompiling(
      random,
      all.filter((mutant) => mutant.isRow === isRow),
      most,
      sources,
    );
  const rows = take(true, tables);
  return shuffle(random, [...rows, ...take(false, count - rows.length)]);
}

/** Draws places first: otherwise, half of the mutants would exchange error codes, since each could be any other one. */
function takeCompiling(random: Random, mutants: readonly Mutant[], most: number, sources: Sources): Mutant[] {
  const taken: Mutant[] = [];
  const places = Map.groupBy(mutants, ({ file, start }) => `${file}:${start}`);
  for (const choices of shuffle(random, [...places.values()])) {
    if (taken.length >= most) break;
    const mutant = shuffle(random, choices).find((each) => sources.compiles(each));
    if (mutant !== undefined) taken.push(mutant);
  }
  return taken;
}

function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

export function applyMutant(text: string, { start, end, text: replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The sources as the compiler sees them, one of which may be mutated. */
class Sources {
  #root: string;
  #files: readonly string[];
  #service: ts.LanguageService;
  #mutated = new Map<string, string>();
  #version = 0;

  constructor(root: string, files: readonly string[]) {
    this.#root = root;
    this.#files = files;
    const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config as object;
    const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
    const read = (path: string) => this.#mutated.get(path) ?? ts.sys.readFile(path);
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => files.map((file) => join(root, file)),
      getScriptVersion: (path) => (this.#mutated.has(path) ? String(this.#version) : ''),
      getScriptSnapshot: (path) => {
        const text = read(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: ts.sys.fileExists,
      readFile: read,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
    });
  }

  listMutants(): Mutant[] {
    const program = this.#service.getProgram();
    if (program === undefined) throw new Error('The compiler read no sources.');
    return this.#files.flatMap((file) => {
      const source = program.getSourceFile(join(this.#root, file));
      if (source === undefined) throw new Error(`The compiler did not read ${file}.`);
      return listMutations(source, program.getTypeChecker()).map((each) => describe(file, source, each));
    });
  }

  /** Checks the mutant's own file only. */
  compiles(mutant: Mutant): boolean {
    const path = join(this.#root, mutant.file);
    this.#mutated.set(path, applyMutant(readFileSync(path, 'utf8'), mutant));
    this.#version += 1;
    const errors = [
      ...this.#service.getSyntacticDiagnostics(path),
      ...this.#service.getSemanticDiagnostics(path),
    ];
    this.#mutated.delete(path);
    return errors.length === 0;
  }
}

function describe(file: string, source: ts.SourceFile, mutation: Mutation): Mutant {
  const { start, end, text } = mutation;
  const before = source.text.slice(start, end);
  const change = `${shorten(before)} → ${shorten(text) || 'nothing'}`;
  const id = createHash('sha256').update([file, source.text, start, end, text].join('\0')).digest('hex');
  const { line } = source.getLineAndCharacterOfPosition(start + before.search(/\S|$/));
  return { ...mutation, id: id.slice(0, 12), file, line: line + 1, change };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
