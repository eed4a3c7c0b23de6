/**
 * Old and new processes run side by side during a deploy, so what the last release uses must outlive the next one's
 * migrations. This finds statements that take something away; it cannot tell what a new version does with old rows.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIRECTORY = 'server/migrations';

/** What the version before may stumble over. */
const contractions: readonly [RegExp, string][] = [
  [/\bdrop\s+(table|column|view|function|type|trigger|schema)\b/i, 'drops what the release before may use'],
  [/\brename\b/i, 'renames what the release before may use'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'changes a type that the release before may read'],
  [/\bset\s+not\s+null\b/i, 'refuses rows as the release before may write them'],
  [
    /\badd\s+column\b(?![^,]*\bdefault\b)[^,]*\bnot\s+null\b/i,
    'needs a value that the release before does not give',
  ],
  [
    /\badd\s+(constraint|check|unique|foreign|primary|exclude)\b/i,
    'refuses rows as the release before may write them',
  ],
  [/\bcreate\s+unique\s+index\b/i, 'refuses rows as the release before may write them'],
  [/\btruncate\b/i, 'takes away rows'],
];

/** A line of the file: no process of this release, or of a later one, uses what the file takes away. */
const MARK = /^-- contract: after release (\d+)\.(\d+)$/m;

/** Against the last release that git knows; nothing where there is none yet. */
export function findContractions(root: string): string[] {
  const released = ask(root, 'describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  if (released === undefined) return [];
  const names = readdirSync(join(root, DIRECTORY)).filter((name) => name.endsWith('.sql'));
  return names.flatMap((name) => {
    const sql = readFileSync(join(root, DIRECTORY, name), 'utf8');
    const before = ask(root, 'show', `${released}:${DIRECTORY}/${name}`);
    if (before === undefined) return judgeMigration(name, sql, released);
    return before === sql.trim() ? [] : [`${name} was released with ${released} and has changed since`];
  });
}

/** `released` is the last release, such as `v0.2.1`. */
export function judgeMigration(name: string, sql: string, released: string): string[] {
  const [, major = 0, minor = 0] = /^v(\d+)\.(\d+)/.exec(released) ?? [];
  const mark = MARK.exec(sql);
  if (mark !== null && compare(mark, [released, major, minor]) <= 0) return [];
  const statements = stripText(sql).split(';');
  const made = new Set(
    [...stripText(sql).matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(\w+)/gi)].map(nameIn),
  );
  return statements.flatMap((statement) => {
    const table = nameIn(/\b(?:alter\s+table|on)\s+(\w+)/i.exec(statement) ?? []);
    if (made.has(table)) return [];
    const found = contractions.filter(([pattern]) => pattern.test(statement));
    return found.map(([, why]) => `${name} ${why}: ${statement.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}`);
  });
}

const nameIn = ([, name = '']: readonly string[]) => name;

function compare(mark: readonly unknown[], release: readonly unknown[]): number {
  return Number(mark[1]) - Number(release[1]) || Number(mark[2]) - Number(release[2]);
}

/** Comments, bodies of functions and texts hold words that are no statements. */
function stripText(sql: string): string {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/'[^']*'/g, "''");
}

function ask(root: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
