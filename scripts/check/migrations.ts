/**
 * Old and new processes run side by side during a deployment, so a migration must not remove what the last release uses.
 * This finds statements that remove or restrict something. It cannot check how a new version treats old rows.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIRECTORY = 'server/migrations';

/** Statements that may break the previous release. */
const contractions: readonly [RegExp, string][] = [
  [
    /\bdrop\s+(table|column|view|function|type|trigger|schema)\b/i,
    'drops an object that the previous release may use',
  ],
  [/\brename\b/i, 'renames an object that the previous release may use'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'changes a type that the previous release may read'],
  [/\bset\s+not\s+null\b/i, 'refuses rows that the previous release may write'],
  [
    /\badd\s+column\b(?![^,]*\bdefault\b)[^,]*\bnot\s+null\b/i,
    'needs a value that the previous release does not write',
  ],
  [
    /\badd\s+(constraint|check|unique|foreign|primary|exclude)\b/i,
    'refuses rows that the previous release may write',
  ],
  [/\bcreate\s+unique\s+index\b/i, 'refuses rows that the previous release may write'],
  [/\btruncate\b/i, 'deletes rows'],
];

/** A line in a migration: no process of this release or a later one uses the removed objects. */
const MARK = /^-- contract: after release (\d+)\.(\d+)$/m;

/** The commit that counts as the last release until there is a tag. */
const FIRST = { commit: 'bca541a', version: 'v0.0.0' };

/** Compares with the last release. Returns nothing in a clone that contains neither a tag nor the first commit. */
export function findContractions(root: string, first = FIRST): string[] {
  const tag = ask(root, 'describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  const commit = tag ?? ask(root, 'rev-parse', '--verify', '--quiet', `${first.commit}^{commit}`);
  if (commit === undefined) return [];
  const names = readdirSync(join(root, DIRECTORY)).filter((name) => name.endsWith('.sql'));
  return names.flatMap((name) => {
    const sql = readFileSync(join(root, DIRECTORY, name), 'utf8');
    const before = ask(root, 'show', `${commit}:${DIRECTORY}/${name}`);
    if (before === undefined) return judgeMigration(name, sql, tag ?? first.version);
    return before === sql.trim() ? [] : [`${name} was released with ${commit} and has changed since`];
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

/** Removes comments, function bodies and texts, which may contain words of statements. */
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
